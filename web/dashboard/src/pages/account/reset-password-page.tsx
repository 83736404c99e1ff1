import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { REQUIRED } from '../../parts/form-checks.ts';
import { TextLink } from '../../parts/links.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useActionForm } from '../../parts/use-action-form.ts';
import { AccountFrame } from './account-frame.tsx';
import { linkToken } from './link-token.ts';
import { openDashboard } from './open-dashboard.ts';
import { useAsksForCode } from './use-asks-for-code.ts';

/** Target of the emailed link: sets the new password and logs in. */
export function ResetPasswordPage() {
  const { form, action, props, problem } = useActionForm('merchant/reset-password', {
    initial: { password: '', code: '' },
    body: ({ password, code }) => ({ token: linkToken(), password, code }),
    onDone: () => openDashboard(),
  });
  const asksForCode = useAsksForCode(action.error);
  return (
    <AccountFrame title="Set a new password" lead="This logs you out everywhere else.">
      <form {...props} noValidate>
        <Stack>
          <Problem error={problem} />
          <PasswordInput
            label="New password"
            description="10 characters or more"
            autoComplete="new-password"
            {...REQUIRED}
            {...form.getInputProps('password')}
          />
          {asksForCode ? (
            <TextInput
              label="Code"
              description="From your authenticator app, or a recovery code"
              autoComplete="one-time-code"
              {...REQUIRED}
              {...form.getInputProps('code')}
            />
          ) : null}
          <Button type="submit" loading={action.isBusy} fullWidth>
            Set password and log in
          </Button>
          <TextLink to="/forgot-password" size="sm">
            Request a new link
          </TextLink>
        </Stack>
      </form>
    </AccountFrame>
  );
}

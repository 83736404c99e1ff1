import { Button, PasswordInput, Stack } from '@mantine/core';
import { TextLink } from '../../parts/links.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useActionForm } from '../../parts/use-action-form.ts';
import { AccountFrame } from './account-frame.tsx';
import { linkToken } from './link-token.ts';
import { openDashboard } from './open-dashboard.ts';

/** Where the mailed link leads: sets the new password and logs in. */
export function ResetPasswordPage() {
  const { form, action, props, problem } = useActionForm('merchant/reset-password', {
    initial: { password: '' },
    body: ({ password }) => ({ token: linkToken(), password }),
    onDone: () => openDashboard(),
  });
  return (
    <AccountFrame
      title="Set a new password"
      lead="Every session that is open with the old password ends."
    >
      <form {...props} noValidate>
        <Stack>
          <Problem error={problem} />
          <PasswordInput
            label="New password"
            description="10 characters or more"
            autoComplete="new-password"
            required
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={action.isBusy} fullWidth>
            Set password and log in
          </Button>
          <TextLink to="/forgot-password" size="sm">
            Ask for a new link
          </TextLink>
        </Stack>
      </form>
    </AccountFrame>
  );
}

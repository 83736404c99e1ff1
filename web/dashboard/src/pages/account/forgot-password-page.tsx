import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { REQUIRED } from '../../parts/form-checks.ts';
import { TextLink } from '../../parts/links.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useActionForm } from '../../parts/use-action-form.ts';
import { AccountFrame } from './account-frame.tsx';

/** Requests the password reset email. */
export function ForgotPasswordPage() {
  const { form, action, props, problem } = useActionForm('merchant/request-password-reset', {
    initial: { email: '' },
  });
  return (
    <AccountFrame
      title="Set a new password"
      lead="We’ll send a link to your account’s address. It expires in 30 minutes."
    >
      {action.data ? (
        <Alert color="green" role="status" title="Check your inbox">
          If {form.getValues().email} has an account, the link is on its way.
        </Alert>
      ) : (
        <form {...props} noValidate>
          <Stack>
            <Problem error={problem} />
            <TextInput
              label="Email"
              type="email"
              autoComplete="username"
              {...REQUIRED}
              {...form.getInputProps('email')}
            />
            <Button type="submit" loading={action.isBusy} fullWidth>
              Email me a link
            </Button>
          </Stack>
        </form>
      )}
      <TextLink to="/log-in" size="sm">
        Back to login
      </TextLink>
    </AccountFrame>
  );
}

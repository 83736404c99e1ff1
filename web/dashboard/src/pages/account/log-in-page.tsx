import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { TextLink } from '../../parts/links.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useActionForm } from '../../parts/use-action-form.ts';
import { AccountFrame } from './account-frame.tsx';
import { openDashboard } from './open-dashboard.ts';

/** Log-in with e-mail and password. */
export function LogInPage() {
  const { next } = useSearch({ strict: false }) as { readonly next?: unknown };
  const { form, action, props, problem } = useActionForm('merchant/log-in', {
    initial: { email: '', password: '' },
    onDone: () => openDashboard(next),
  });
  return (
    <AccountFrame
      title="Log in"
      lead={
        <>
          New here?{' '}
          <TextLink to="/sign-up" underline="always">
            Create an account
          </TextLink>
        </>
      }
    >
      <form {...props} noValidate>
        <Stack>
          <Problem error={problem} />
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            required
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={action.isBusy} fullWidth>
            Log in
          </Button>
          <TextLink to="/forgot-password" size="sm">
            Forgot the password?
          </TextLink>
        </Stack>
      </form>
    </AccountFrame>
  );
}

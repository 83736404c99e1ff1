import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { TextLink } from '../../parts/links.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useActionForm } from '../../parts/use-action-form.ts';
import { AccountFrame } from './account-frame.tsx';
import { openDashboard } from './open-dashboard.ts';

/** A new merchant's account. */
export function SignUpPage() {
  const { form, action, props, problem } = useActionForm('merchant/sign-up', {
    initial: { name: '', email: '', password: '' },
    onDone: () => openDashboard(),
  });
  return (
    <AccountFrame
      title="Create an account"
      lead={
        <>
          Have one already?{' '}
          <TextLink to="/log-in" underline="always">
            Log in
          </TextLink>
        </>
      }
    >
      <form {...props} noValidate>
        <Stack>
          <Problem error={problem} />
          <TextInput label="Name" autoComplete="name" required {...form.getInputProps('name')} />
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            required
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            description="10 characters or more"
            autoComplete="new-password"
            required
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={action.isBusy} fullWidth>
            Create account
          </Button>
        </Stack>
      </form>
    </AccountFrame>
  );
}

import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { REQUIRED } from '../../parts/form-checks.ts';
import { Problem } from '../../parts/problem.tsx';
import { useActionForm } from '../../parts/use-action-form.ts';

/** The sign-up fields; a preset address can't be changed. */
export function SignUpForm({
  email,
  onDone,
}: {
  readonly email?: string;
  readonly onDone: () => void;
}) {
  const { form, action, props, problem } = useActionForm('merchant/sign-up', {
    initial: { name: '', email: email ?? '', password: '' },
    onDone,
  });
  return (
    <form {...props} noValidate>
      <Stack>
        <Problem error={problem} />
        <TextInput label="Name" autoComplete="name" {...REQUIRED} {...form.getInputProps('name')} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          {...REQUIRED}
          readOnly={email !== undefined}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          description="10 characters or more"
          autoComplete="new-password"
          {...REQUIRED}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={action.isBusy} fullWidth>
          Create account
        </Button>
      </Stack>
    </form>
  );
}

import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { REQUIRED } from '../../parts/form-checks.ts';
import { TextLink } from '../../parts/links.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useActionForm } from '../../parts/use-action-form.ts';
import { PasskeyLogIn } from './passkey-log-in.tsx';
import { useAsksForCode } from './use-asks-for-code.ts';

/** Email and password form, for any page that requires login. */
export function LogInForm({
  email = '',
  onDone,
}: {
  readonly email?: string;
  readonly onDone: () => void;
}) {
  const { form, action, props, problem } = useActionForm('merchant/log-in', {
    initial: { email, password: '', code: '' },
    body: (values) => (asksForCode ? values : { ...values, code: '' }),
    onDone,
  });
  const asksForCode: boolean = useAsksForCode(action.error, form.values.email);
  return (
    <form {...props} noValidate>
      <Stack>
        <Problem error={problem} />
        {asksForCode ? (
          <TextInput
            label="Code"
            description="From your authenticator app, or a recovery code"
            autoComplete="one-time-code"
            autoFocus
            {...REQUIRED}
            {...form.getInputProps('code')}
          />
        ) : null}
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          {...REQUIRED}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          {...REQUIRED}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={action.isBusy} fullWidth>
          Log in
        </Button>
        <PasskeyLogIn onDone={onDone} />
        <TextLink to="/forgot-password" size="sm">
          Forgot your password?
        </TextLink>
      </Stack>
    </form>
  );
}

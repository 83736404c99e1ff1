import { Alert, Button, Group, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { useSession } from '../../app/session.ts';
import { REQUIRED } from '../../parts/form-checks.ts';
import { Problem } from '../../parts/problem.tsx';
import { useActionForm } from '../../parts/use-action-form.ts';

/** The name that others see. */
export function ChangeName() {
  const { merchant } = useSession();
  const { form, action, props, problem } = useActionForm('merchant/update-name', {
    initial: { name: merchant.name },
    done: 'Name changed',
  });
  return (
    <form {...props} noValidate>
      <Stack>
        <Title order={2} size="h5">
          Name
        </Title>
        <Problem error={problem} />
        <TextInput
          label="Your name"
          autoComplete="name"
          {...REQUIRED}
          {...form.getInputProps('name')}
        />
        <Group>
          <Button type="submit" loading={action.isBusy}>
            Change name
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A new address; it takes effect once both addresses have confirmed it. */
export function ChangeEmail() {
  const { form, action, props, problem } = useActionForm('merchant/change-email', {
    initial: { email: '', password: '' },
    isCleared: true,
  });
  return (
    <form {...props} noValidate>
      <Stack>
        <Title order={2} size="h5">
          Email
        </Title>
        <Problem error={problem} />
        {action.data ? (
          <Alert color="blue" role="status" title="Confirm the change in your inbox">
            We emailed a link to {action.data.confirmAt.join(' and to ')}. Your address changes once
            each link has been opened. Links expire in 24 hours.
          </Alert>
        ) : null}
        <TextInput
          label="New email"
          type="email"
          autoComplete="email"
          {...REQUIRED}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          {...REQUIRED}
          {...form.getInputProps('password')}
        />
        <Group>
          <Button type="submit" loading={action.isBusy}>
            Change email
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A new password; it ends the other sessions. */
export function ChangePassword() {
  const { form, action, props, problem } = useActionForm('merchant/change-password', {
    initial: { currentPassword: '', newPassword: '' },
    isCleared: true,
    fields: { 'Password must have': 'newPassword' },
    done: 'Password changed, other sessions ended',
  });
  return (
    <form {...props} noValidate>
      <Stack>
        <Title order={2} size="h5">
          Password
        </Title>
        <Problem error={problem} />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          {...REQUIRED}
          {...form.getInputProps('currentPassword')}
        />
        <PasswordInput
          label="New password"
          description="10 characters or more"
          autoComplete="new-password"
          {...REQUIRED}
          {...form.getInputProps('newPassword')}
        />
        <Group>
          <Button type="submit" loading={action.isBusy}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

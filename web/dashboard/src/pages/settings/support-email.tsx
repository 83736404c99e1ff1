import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { usePlace } from '../../app/place.ts';
import { confirm } from '../../parts/confirm.tsx';
import { REQUIRED } from '../../parts/form-checks.ts';
import { PageLink } from '../../parts/links.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useActionForm } from '../../parts/use-action-form.ts';

/** The store's support address, verified with an emailed code. */
export function SupportEmail({ bound }: { readonly bound: string | null }) {
  const { canWrite } = usePlace();
  // The address a code was emailed to; empty for a code that was requested earlier.
  const [waiting, setWaiting] = useState<string | null>(null);
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Support address
        </Title>
        {bound ? (
          <BoundEmail email={bound} />
        ) : (
          <Text size="sm">Not set. Buyers see it on their receipts.</Text>
        )}
        {canWrite ? (
          waiting === null ? (
            <AskForCode onSent={setWaiting} onHasCode={() => setWaiting('')} />
          ) : (
            <ConfirmCode email={waiting} onDone={() => setWaiting(null)} />
          )
        ) : null}
      </Stack>
    </Paper>
  );
}

function BoundEmail({ email }: { readonly email: string }) {
  const { store, canWrite } = usePlace();
  const revoke = useAction('store/revoke-support-email', { done: 'Support address removed' });
  const ask = () =>
    confirm({
      title: `Remove ${email}?`,
      children: 'Receipts will no longer show a support address.',
      confirm: 'Remove address',
      isDangerous: true,
      onConfirm: () => revoke.run({ storeId: store.id }),
    });
  return (
    <Group gap="sm">
      <Text fw={600}>{email}</Text>
      {canWrite ? (
        <Button size="xs" variant="light" color="red" loading={revoke.isBusy} onClick={ask}>
          Remove address
        </Button>
      ) : null}
      <Problem error={revoke.error} />
    </Group>
  );
}

function AskForCode({
  onSent,
  onHasCode,
}: {
  readonly onSent: (email: string) => void;
  readonly onHasCode: () => void;
}) {
  const { store } = usePlace();
  const { form, action, props, problem } = useActionForm('store/bind-support-email', {
    initial: { email: '' },
    body: ({ email }) => ({ storeId: store.id, email }),
    onDone: ({ supportEmail }) => onSent(supportEmail.email),
  });
  return (
    <form {...props}>
      <Group align="flex-end">
        <TextInput
          label="New support address"
          type="email"
          {...REQUIRED}
          {...form.getInputProps('email')}
        />
        <Button type="submit" variant="light" loading={action.isBusy}>
          Email a code
        </Button>
        <Button variant="default" onClick={onHasCode}>
          I have a code
        </Button>
      </Group>
      <Problem error={problem} />
    </form>
  );
}

function ConfirmCode({ email, onDone }: { readonly email: string; readonly onDone: () => void }) {
  const { store } = usePlace();
  const { form, action, props, problem } = useActionForm('store/confirm-support-email', {
    initial: { code: '' },
    body: ({ code }) => ({ storeId: store.id, code }),
    done: 'Support address confirmed',
    onDone,
  });
  return (
    <form {...props}>
      <Stack gap="xs">
        <Text size="sm" role="status">
          {email ? `A code is on its way to ${email}.` : 'Enter the code we emailed.'} It expires
          after ten minutes or five attempts. Without a mail server, you’ll find it in the{' '}
          <PageLink page="mailbox" inherit underline="always">
            mailbox
          </PageLink>
          .
        </Text>
        <Group align="flex-end">
          <TextInput
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            {...REQUIRED}
            {...form.getInputProps('code')}
          />
          <Button type="submit" loading={action.isBusy}>
            Confirm
          </Button>
          <Button variant="default" onClick={onDone}>
            Use another address
          </Button>
        </Group>
        <Problem error={problem} />
      </Stack>
    </form>
  );
}

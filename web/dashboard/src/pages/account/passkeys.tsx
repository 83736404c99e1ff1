import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from '@simplewebauthn/browser';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../app/session.ts';
import { ColumnTable } from '../../parts/column-table.tsx';
import { confirm } from '../../parts/confirm.tsx';
import { fieldWords, focusFirst, REQUIRED, wrongFields } from '../../parts/form-checks.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useAction } from '../../parts/use-action.ts';
import { fieldOf } from '../../parts/use-action-form.ts';
import { useActionQuery } from '../../parts/use-action-query.ts';
import type { CodesProps } from './two-factor.tsx';

/** docs/contract/accounts.md: characters. */
const MAX_NAME = 64;

/** Passkeys, for logging in with the device's screen lock. */
export function Passkeys({ onCodes }: CodesProps) {
  const query = useActionQuery('merchant/list-passkeys', {});
  const { merchant } = useSession();
  const remove = useAction('merchant/remove-passkey', {
    done: 'Passkey removed, other sessions ended',
    onDone: (_, { id: removed }) => {
      const isLast = query.data?.passkeys.every(({ id }) => id === removed);
      // The recovery codes end with the last factor.
      if (isLast && !merchant.authenticator) onCodes([]);
    },
  });
  const ask = (id: string, name: string) =>
    confirm({
      title: `Remove ${name}?`,
      children:
        'You’ll no longer be able to log in with it. Without another passkey or an authenticator app, you’ll log in with your password alone. Your other sessions end.',
      confirm: 'Remove passkey',
      isDangerous: true,
      onConfirm: () => remove.run({ id }),
    });
  return (
    <Stack>
      <Title order={2} size="h5">
        Passkeys
      </Title>
      <Text size="sm">
        Log in with your fingerprint, face or device PIN instead of your password. A passkey counts
        as a second factor.
      </Text>
      <Problem error={remove.error} />
      <Loaded query={query}>
        {({ passkeys }) =>
          passkeys.length === 0 ? null : (
            <ColumnTable
              caption="Passkeys"
              verticalSpacing="sm"
              rows={passkeys}
              rowKey={({ id }) => id}
              columns={[
                { label: 'Name', cell: ({ id, name }) => <PasskeyName id={id} name={name} /> },
                { label: 'Added', cell: ({ createdAt }) => <Time iso={createdAt} /> },
                {
                  label: 'Last used',
                  cell: ({ lastUsedAt }) => (lastUsedAt ? <Time iso={lastUsedAt} /> : 'never'),
                },
                {
                  label: 'Remove',
                  cell: ({ id, name }) => (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="red"
                      aria-label={`Remove ${name}`}
                      onClick={() => ask(id, name)}
                    >
                      Remove
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      <AddPasskey onCodes={onCodes} />
    </Stack>
  );
}

/** The name, editable on click. */
function PasskeyName({ id, name }: { readonly id: string; readonly name: string }) {
  const [text, setText] = useState<string | null>(null);
  const rename = useAction('merchant/rename-passkey', {
    done: 'Passkey renamed',
    onDone: () => setText(null),
  });
  if (text === null) {
    return (
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`Rename ${name}`}
        onClick={() => setText(name)}
      >
        {name}
      </Button>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.run({ id, name: text });
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        aria-label="New name"
        size="xs"
        value={text}
        error={rename.error?.message}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}

function AddPasskey({ onCodes }: CodesProps) {
  const [name, setName] = useState('');
  const [nameError, setNameError] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const begin = useAction('merchant/begin-passkey');
  const add = useAction('merchant/add-passkey', {
    done: 'Passkey added',
    onDone: ({ recoveryCodes }) => {
      setName('');
      if (recoveryCodes.length > 0) onCodes(recoveryCodes);
    },
  });
  if (!browserSupportsWebAuthn()) {
    return <Text size="sm">This browser or address doesn’t support passkeys.</Text>;
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const showAtName = (words: string) => {
      setNameError(words);
      focusFirst(form, ['name']);
    };
    setError(null);
    setNameError(null);
    // Checked first: a passkey that the service refuses would stay on the device.
    const { name: wrong } = wrongFields(form);
    if (wrong) return showAtName(wrong);
    try {
      const { options } = await begin.send({});
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
      await add.send({ name, credential: await startRegistration({ optionsJSON }) });
    } catch (problem) {
      if (fieldOf(problem, ['name'], {})) showAtName(fieldWords((problem as Error).message));
      else setError(problem);
    }
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Problem error={error} />
        <TextInput
          label="Name of the new passkey"
          placeholder="My laptop"
          data-path="name"
          maxLength={MAX_NAME}
          {...REQUIRED}
          error={nameError}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" loading={begin.isBusy || add.isBusy}>
            Add a passkey
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

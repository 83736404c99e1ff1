import { REQUIRED } from '../../parts/form-checks.ts';
import '@mantine/dates/styles.css';
import { Alert, Button, Group, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { Environment } from '../../api/client.ts';
import { usePlace } from '../../app/place.ts';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../parts/use-action.ts';
import { fieldOf } from '../../parts/use-action-form.ts';
import { canMakeKeyPair, makeKeyPair } from './make-key-pair.ts';
import { type NewPrivateKey, PrivateKeyPanel } from './private-key-panel.tsx';

/** Generates a key pair in this browser, registers the public key and shows the private one. */
export function NewKey() {
  const { environment } = usePlace();
  const [made, setMade] = useState<NewPrivateKey | null>(null);
  const create = useAction('api-key/create-key');
  const form = useForm({
    initialValues: {
      nickname: '',
      environment: environment as Environment,
      lastDay: null as string | null,
    },
  });
  const submit = form.onSubmit(async (values) => {
    form.clearErrors();
    const { publicKey, privateKey } = await makeKeyPair();
    try {
      const { nickname, environment: chosen, lastDay } = values;
      const expiresAt = lastDay === null ? null : endOfDay(lastDay);
      await create.send({ nickname, environment: chosen, publicKey, expiresAt });
      setMade({ nickname, environment: chosen, privateKey });
      form.reset();
    } catch (error) {
      const field = fieldOf(error, ['nickname', 'environment'], { expiresAt: 'lastDay' });
      if (field) form.setFieldError(field, (error as Error).message);
    }
  });
  if (made) return <PrivateKeyPanel made={made} onSaved={() => setMade(null)} />;
  const isShownAtField = Object.keys(form.errors).length > 0;
  return (
    <Paper withBorder p="md">
      <form onSubmit={submit} noValidate>
        <Stack>
          <div>
            <Title order={2} size="h4">
              Create a key
            </Title>
            <Text size="sm" c="dimmed">
              The key pair is generated in this browser. The service receives only the public key.
              The private key is shown once and isn’t stored anywhere.
            </Text>
          </div>
          {canMakeKeyPair() ? null : <NoCrypto />}
          <Problem error={isShownAtField ? null : create.error} />
          <Group align="flex-start">
            <TextInput
              label="Nickname"
              description="What uses it, for example “web server”"
              {...REQUIRED}
              miw={220}
              {...form.getInputProps('nickname')}
            />
            <Select
              label="Environment"
              description="This can’t be changed later"
              data={[
                { value: 'test', label: 'Test' },
                { value: 'prod', label: 'Production' },
              ]}
              allowDeselect={false}
              {...form.getInputProps('environment')}
            />
            <DateInput
              label="Last day"
              description="Leave empty for a key that doesn’t expire"
              valueFormat="YYYY-MM-DD"
              minDate={new Date()}
              clearable
              miw={220}
              {...form.getInputProps('lastDay')}
            />
          </Group>
          <Group>
            <Button
              type="submit"
              loading={form.submitting || create.isBusy}
              disabled={!canMakeKeyPair()}
            >
              Create key
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

/** The end of a day in the local time zone, in the format of the service. */
function endOfDay(day: string): string {
  const end = new Date(`${day}T00:00:00`);
  end.setDate(end.getDate() + 1);
  return end.toISOString();
}

function NoCrypto() {
  return (
    <Alert color="yellow" title="This browser can’t create keys here">
      Browsers generate keys only on pages served over https or from localhost. Open the dashboard
      over https, or run <code>npx tillgate init</code> in a terminal to create a key on your
      machine.
    </Alert>
  );
}

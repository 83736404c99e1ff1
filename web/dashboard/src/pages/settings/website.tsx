import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import type { Output } from '../../api/client.ts';
import { usePlace } from '../../app/place.ts';
import { confirm } from '../../parts/confirm.tsx';
import { Facts } from '../../parts/facts.tsx';
import { REQUIRED } from '../../parts/form-checks.ts';
import { IdText } from '../../parts/id-text.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useActionForm } from '../../parts/use-action-form.ts';

type Proof = Output<'store/bind-website'>['website'];

/** The store's website, verified by a DNS record or a file. */
export function Website({ bound }: { readonly bound: string | null }) {
  const { store, canWrite } = usePlace();
  const { form, action, props, problem } = useActionForm('store/bind-website', {
    initial: { url: '' },
    body: ({ url }) => ({ storeId: store.id, url }),
  });
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Website
        </Title>
        {bound ? <BoundWebsite url={bound} /> : <Text size="sm">Not verified yet.</Text>}
        {canWrite ? (
          <form {...props}>
            <Group align="flex-end">
              <TextInput
                label="New website"
                placeholder="https://"
                {...REQUIRED}
                {...form.getInputProps('url')}
              />
              <Button type="submit" variant="light" loading={action.isBusy}>
                How to verify it
              </Button>
            </Group>
            <Problem error={problem} />
          </form>
        ) : null}
        {action.data ? <ProofSteps proof={action.data.website} /> : null}
      </Stack>
    </Paper>
  );
}

function BoundWebsite({ url }: { readonly url: string }) {
  const { store, canWrite } = usePlace();
  const revoke = useAction('store/revoke-website', { done: 'Website removed' });
  const ask = () =>
    confirm({
      title: `Remove ${url}?`,
      children: 'To add it again, you’ll have to verify it again.',
      confirm: 'Remove website',
      isDangerous: true,
      onConfirm: () => revoke.run({ storeId: store.id }),
    });
  return (
    <Group gap="sm">
      <Text fw={600}>{url}</Text>
      {canWrite ? (
        <Button size="xs" variant="light" color="red" loading={revoke.isBusy} onClick={ask}>
          Remove website
        </Button>
      ) : null}
      <Problem error={revoke.error} />
    </Group>
  );
}

function ProofSteps({ proof: { dnsRecord, wellKnown } }: { readonly proof: Proof }) {
  const { store } = usePlace();
  const verify = useAction('store/verify-website', { done: 'Website verified' });
  return (
    <Stack gap="sm" role="status">
      <Text size="sm">Publish either of these, then check. DNS can take a few minutes.</Text>
      <Facts
        facts={{
          'DNS TXT record, name': <IdText id={dnsRecord.name} label="Copy name" />,
          Value: <IdText id={dnsRecord.value} label="Copy value" />,
        }}
      />
      <Facts
        facts={{
          'Or a file at': <IdText id={wellKnown.url} label="Copy address" />,
          'with this content': <IdText id={wellKnown.content} label="Copy content" />,
        }}
      />
      <Problem error={verify.error} />
      <Group>
        <Button loading={verify.isBusy} onClick={() => verify.run({ storeId: store.id })}>
          Check now
        </Button>
      </Group>
    </Stack>
  );
}

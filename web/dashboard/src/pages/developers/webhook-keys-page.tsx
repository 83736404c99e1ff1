import { Alert, Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/errors.ts';
import { usePlace } from '../../app/place.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { downloadText } from '../../parts/download-text.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Time } from '../../parts/time.tsx';
import { DeveloperFrame } from './developer-frame.tsx';
import { Snippets } from './snippets.tsx';
import { verifySnippets } from './verify-snippets.ts';

const PATH = '/.well-known/webhook-keys.json';

type ByMode<Value> = Readonly<Record<'test' | 'prod', Value>>;

interface PublishedKeys extends ByMode<string> {
  readonly next: ByMode<{ readonly publicKey: string; readonly from: string } | null>;
  readonly previous: ByMode<readonly { readonly publicKey: string; readonly until: string }[]>;
}

/** The public key that verifies deliveries of the page's environment, and how. */
export function WebhookKeysPage() {
  const query = useQuery({ queryKey: ['webhook-keys'], queryFn: readKeys });
  return (
    <DeveloperFrame
      title="Webhook keys"
      lead="Deliveries are signed with the service’s key of their environment. Check the signature, the time, the mode and the store before you trust one."
    >
      <Loaded query={query}>{(keys) => <Keys keys={keys} />}</Loaded>
    </DeveloperFrame>
  );
}

async function readKeys(): Promise<PublishedKeys> {
  const answer = await fetch(PATH);
  if (!answer.ok) throw new ApiError(answer.status, [], null);
  return answer.json();
}

function Keys({ keys }: { readonly keys: PublishedKeys }) {
  const { environment, store } = usePlace();
  const publicKey = keys[environment];
  const next = keys.next[environment];
  const mode = environment === 'test' ? 'test' : 'production';
  return (
    <>
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Title order={2} size="h4">
            Public key for {mode} events
          </Title>
          <PublicKey pem={publicKey} name={`webhook-${environment}.pem`} />
          <Text size="sm" c="dimmed">
            Always current at <Code>{`${location.origin}${PATH}`}</Code>. One pair signs for all
            stores of the service, so a receiver must check the store, too.
          </Text>
        </Stack>
      </Paper>
      {next ? (
        <Alert color="yellow" title="The key is about to change">
          <Stack gap="sm">
            <Text size="sm">
              This one signs from <Time iso={next.from} /> on. Accept both around that time.
            </Text>
            <PublicKey pem={next.publicKey} name={`webhook-${environment}-next.pem`} />
          </Stack>
        </Alert>
      ) : null}
      {keys.previous[environment].map((previous) => (
        <Text key={previous.publicKey} size="sm" c="dimmed">
          An earlier key signed until <Time iso={previous.until} />; it stays in the file for a
          while.
        </Text>
      ))}
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Title order={2} size="h4">
            Verify a delivery
          </Title>
          <Snippets
            snippets={verifySnippets({ storeId: store.id, mode: environment, publicKey })}
          />
        </Stack>
      </Paper>
    </>
  );
}

function PublicKey({ pem, name }: { readonly pem: string; readonly name: string }) {
  return (
    <>
      <CodeBlock label="Public key">{pem.trim()}</CodeBlock>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => downloadText(name, pem)}>
          Download PEM file
        </Button>
        <CopyButton value={pem} label="Copy public key" />
      </Group>
    </>
  );
}

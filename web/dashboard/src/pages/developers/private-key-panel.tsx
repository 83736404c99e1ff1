import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import type { Environment } from '../../api/client.ts';
import { usePlace } from '../../app/place.ts';
import { useSession } from '../../app/session.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { downloadText } from '../../parts/download-text.ts';
import { useLeaveGuard } from '../../parts/use-leave-guard.tsx';
import { dotenvOf, keyFileName } from './key-files.ts';

export interface NewPrivateKey {
  readonly nickname: string;
  readonly environment: Environment;
  /** PKCS#8 PEM. */
  readonly privateKey: string;
}

/** The private key of a new pair, shown once, to copy or download. */
export function PrivateKeyPanel({
  made,
  onSaved,
}: {
  readonly made: NewPrivateKey;
  readonly onSaved: () => void;
}) {
  const { merchant } = useSession();
  const { store } = usePlace();
  const { nickname, environment, privateKey } = made;
  useLeaveGuard(() => true, 'The private key won’t be shown again.');
  const dotenv = dotenvOf({
    baseUrl: location.origin,
    merchantId: merchant.id,
    storeId: store.id,
    privateKey,
  });
  return (
    <Alert
      color="green"
      variant="light"
      title={`Key “${nickname}” created. Save the private key now`}
    >
      <Stack>
        <Text size="sm">
          This is the only time it’s shown, and it can’t be recovered. If you lose it, delete the
          key and create a new one.
        </Text>
        <CodeBlock label="Private key" maxHeight={160}>
          {privateKey}
        </CodeBlock>
        <Group>
          <Button onClick={() => downloadText(keyFileName(nickname, environment), privateKey)}>
            Download PEM file
          </Button>
          <CopyButton value={privateKey}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy private key'}
              </Button>
            )}
          </CopyButton>
          <Button variant="default" onClick={() => downloadText('tillgate.env', dotenv)}>
            Download .env file
          </Button>
        </Group>
        <Text size="sm">
          The .env file contains the key, URL, merchant and store, ready for the command line:{' '}
          <code>npx tillgate --dotenv tillgate.env sign …</code>
        </Text>
        <Group>
          <Button variant="light" onClick={onSaved}>
            I’ve saved it
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

import { Alert, Button, Code, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { callAction, type Output } from '../api/client.ts';
import { FramedTable } from './framed-table.tsx';
import { Loaded } from './loaded.tsx';
import { Problem } from './problem.tsx';

type PreviewPath =
  | 'onetime-product/preview-publish'
  | 'subscription-product/preview-publish'
  | 'subscription-product-group/preview-publish';
type Preview = Output<PreviewPath>['preview'];

interface Props {
  readonly what: 'product' | 'group';
  readonly previewPath: PreviewPath;
  readonly id: string;
  readonly publish: {
    readonly send: (input: { readonly id: string }) => Promise<unknown>;
    readonly isBusy: boolean;
    readonly error: Error | null;
  };
}

/** A button that shows what publishing would change in live, and then publishes. */
export function PublishDialog({ what, previewPath, id, publish }: Props) {
  const [opened, { open, close }] = useDisclosure();
  const preview = useQuery({
    queryKey: ['preview', previewPath, id],
    queryFn: () => callAction(previewPath, { id }),
    enabled: opened,
    staleTime: 0,
  });
  const isPublishable = preview.data?.preview.publishable === true;
  const send = () => publish.send({ id }).then(close, () => {});
  return (
    <>
      <Button onClick={open}>Publish to live</Button>
      <Modal
        opened={opened}
        onClose={close}
        size="lg"
        title={`Publish this ${what} to live`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack>
          <Loaded query={preview}>
            {(data) => <Difference preview={data.preview} what={what} />}
          </Loaded>
          <Problem error={publish.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button disabled={!isPublishable} loading={publish.isBusy} onClick={send}>
              Publish
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

function Difference({
  preview: { changes, publishable, reason },
  what,
}: {
  readonly preview: Preview;
  readonly what: string;
}) {
  if (!publishable) {
    return <Alert color="yellow" title={reason ?? `This ${what} cannot be published now`} />;
  }
  if (changes.length === 0) return <Text>Live is up to date; publishing changes nothing.</Text>;
  return (
    <FramedTable caption="What changes in live" layout="fixed" miw={420}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={110}>Field</Table.Th>
          <Table.Th>Live now</Table.Th>
          <Table.Th>After publishing</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map(({ field, test, production }) => (
          <Table.Tr key={field}>
            <Table.Td>{field}</Table.Td>
            <Table.Td>
              <Value value={production} />
            </Table.Td>
            <Table.Td>
              <Value value={test} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </FramedTable>
  );
}

function Value({ value }: { readonly value: unknown }) {
  if (value === null) return <Text c="dimmed">nothing</Text>;
  if (typeof value === 'string') return value;
  return (
    <Code block fz="xs" style={{ whiteSpace: 'pre-wrap' }}>
      {JSON.stringify(value, null, 1)}
    </Code>
  );
}

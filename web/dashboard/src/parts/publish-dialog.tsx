import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { callAction } from '../api/client.ts';
import { Loaded } from './loaded.tsx';
import { Problem } from './problem.tsx';
import { PublishDifference } from './publish-difference.tsx';

type PreviewPath =
  | 'onetime-product/preview-publish'
  | 'subscription-product/preview-publish'
  | 'subscription-product-group/preview-publish';

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

/** A button that shows what publishing would change in live, then publishes. */
export function PublishDialog({ what, previewPath, id, publish }: Props) {
  const [opened, { open, close }] = useDisclosure();
  const preview = useQuery({
    queryKey: ['preview', previewPath, id],
    queryFn: () => callAction(previewPath, { id }),
    enabled: opened,
    staleTime: 0,
  });
  // What was compared earlier may have changed.
  const data = preview.isFetching ? undefined : preview.data;
  const isPublishable = data?.preview.publishable === true;
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
          <Loaded query={{ data, error: preview.error, isPending: preview.isPending }}>
            {(shown) => <PublishDifference preview={shown.preview} what={what} />}
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

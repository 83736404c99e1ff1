import { Button, FileButton, Stack, Text } from '@mantine/core';
import { UploadIcon } from '@radix-ui/react-icons';
import { useRef, useState } from 'react';
import { usePlace } from '../app/place.ts';
import { Problem } from './problem.tsx';
import { sentPicture } from './sent-picture.ts';
import { useAction } from './use-action.ts';

interface Props {
  readonly label: string;
  readonly onUploaded: (url: string) => void;
}

/** A button that uploads a picture from the user's device and reports its URL. */
export function UploadPicture({ label, onUploaded }: Props) {
  const { store } = usePlace();
  const [isUnread, setUnread] = useState(false);
  const reset = useRef<() => void>(null);
  const upload = useAction('picture/upload-picture', {
    done: 'Picture uploaded',
    onDone: ({ picture }) => onUploaded(picture.url),
  });
  const take = async (file: File | null) => {
    if (!file) return;
    // Otherwise choosing the same file again would do nothing.
    reset.current?.();
    setUnread(false);
    upload.reset();
    try {
      upload.run({ storeId: store.id, content: await sentPicture(file) });
    } catch {
      setUnread(true);
    }
  };
  return (
    <Stack gap="xs">
      <FileButton onChange={take} accept="image/*" resetRef={reset}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="xs"
            w="fit-content"
            leftSection={<UploadIcon aria-hidden="true" />}
            loading={upload.isBusy}
          >
            {label}
          </Button>
        )}
      </FileButton>
      {isUnread ? <Text c="red">This file can’t be read as a picture.</Text> : null}
      <Problem error={upload.error} />
    </Stack>
  );
}

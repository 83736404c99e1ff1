import { ActionIcon, Button, Fieldset, Group, Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { PlusIcon, TrashIcon } from '@radix-ui/react-icons';
import { UploadPicture } from '../../parts/upload-picture.tsx';
import type { ProductValues } from './product-values.ts';

const TYPES = [
  { value: 'image', label: 'Picture' },
  { value: 'video', label: 'Video' },
];

/** The product's pictures and videos, by URL. */
export function MediaFields({ form }: { readonly form: UseFormReturnType<ProductValues> }) {
  return (
    <Fieldset legend="Media" miw={0}>
      <Stack>
        {form.values.media.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: media have nothing else of their own.
          <Group key={index} align="flex-end" gap="xs">
            <Select
              label="Type"
              data={TYPES}
              allowDeselect={false}
              w={110}
              {...form.getInputProps(`media.${index}.type`)}
            />
            <TextInput
              label="URL"
              type="url"
              flex="1 1 200px"
              {...form.getInputProps(`media.${index}.url`)}
            />
            <TextInput
              label="Alt text"
              flex="1 1 160px"
              {...form.getInputProps(`media.${index}.alt`)}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={`Remove media item ${index + 1}`}
              onClick={() => form.removeListItem('media', index)}
            >
              <TrashIcon aria-hidden="true" />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<PlusIcon aria-hidden="true" />}
            onClick={() =>
              form.insertListItem('media', { type: 'image', url: '', alt: '', thumbnail: '' })
            }
          >
            Add a picture or video
          </Button>
          <UploadPicture
            label="Upload a picture"
            onUploaded={(url) =>
              form.insertListItem('media', { type: 'image', url, alt: '', thumbnail: '' })
            }
          />
        </Group>
      </Stack>
    </Fieldset>
  );
}

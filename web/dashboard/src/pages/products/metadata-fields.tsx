import { ActionIcon, Button, Fieldset, Group, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { PlusIcon, TrashIcon } from '@radix-ui/react-icons';
import type { ProductValues } from './product-values.ts';

/** The product's metadata; buyers never see it. */
export function MetadataFields({ form }: { readonly form: UseFormReturnType<ProductValues> }) {
  return (
    <Fieldset legend="Metadata" miw={0}>
      <Stack>
        {form.values.metadata.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a key is what is being typed here.
          <Group key={index} align="flex-end" gap="xs">
            <TextInput
              label="Key"
              flex="1 1 120px"
              {...form.getInputProps(`metadata.${index}.key`)}
            />
            <TextInput
              label="Value"
              flex="2 1 160px"
              {...form.getInputProps(`metadata.${index}.value`)}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={`Remove the entry ${form.values.metadata[index]?.key}`}
              onClick={() => form.removeListItem('metadata', index)}
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
            onClick={() => form.insertListItem('metadata', { key: '', value: '' })}
          >
            Add an entry
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

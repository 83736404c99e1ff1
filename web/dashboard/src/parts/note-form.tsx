import { Button, Group, Stack, Textarea } from '@mantine/core';
import { Problem } from './problem.tsx';
import { useActionForm } from './use-action-form.ts';

/** The object that a note is about. */
export type NoteSubject =
  | { readonly orderId: string; readonly customerId?: undefined }
  | { readonly customerId: string; readonly orderId?: undefined };

/** Adds an internal note, visible only to the store's members. */
export function NoteForm({ subject }: { readonly subject: NoteSubject }) {
  const { form, action, props, problem } = useActionForm('note/add-note', {
    initial: { text: '' },
    body: ({ text }) => ({ ...subject, text }),
    done: 'Note added',
    onDone: () => form.reset(),
  });
  return (
    <form {...props}>
      <Stack gap="xs">
        <Textarea
          label="Internal note"
          description="Only members of this store see it."
          required
          withAsterisk={false}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={2_000}
          {...form.getInputProps('text')}
        />
        <Problem error={problem} />
        <Group>
          <Button type="submit" size="xs" variant="default" loading={action.isBusy}>
            Add note
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

import { Button, Group, Stack, Textarea } from '@mantine/core';
import { REQUIRED } from './form-checks.ts';
import { Problem } from './problem.tsx';
import { tooLong } from './too-long.ts';
import { useActionForm } from './use-action-form.ts';

const MAX_LENGTH = 2_000;

/** The object that a note is about. */
export type NoteSubject =
  | { readonly orderId: string; readonly customerId?: undefined }
  | { readonly customerId: string; readonly orderId?: undefined };

/** Adds an internal note, visible only to the store's members. */
export function NoteForm({ subject }: { readonly subject: NoteSubject }) {
  const { form, action, props, problem } = useActionForm('note/add-note', {
    initial: { text: '' },
    body: ({ text }) => ({ ...subject, text }),
    check: ({ text }) => ({ text: tooLong(text, MAX_LENGTH) }),
    isCleared: true,
    done: 'Note added',
  });
  return (
    <form {...props}>
      <Stack gap="xs">
        <Textarea
          label="Internal note"
          description="Only members of this store see it."
          {...REQUIRED}
          withAsterisk={false}
          autosize
          minRows={1}
          maxRows={8}
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

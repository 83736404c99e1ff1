import { UnstyledButton } from '@mantine/core';
import { confirm } from './confirm.tsx';
import { Problem } from './problem.tsx';
import { useAction } from './use-action.ts';

/** Deletes an internal note after confirmation. */
export function DeleteNote({ id }: { readonly id: string }) {
  const remove = useAction('note/delete-note', { done: 'Note deleted' });
  const ask = () =>
    confirm({
      title: 'Delete this note?',
      children: 'This can’t be undone.',
      confirm: 'Delete note',
      isDangerous: true,
      onConfirm: () => remove.run({ id }),
    });
  return (
    <>
      <UnstyledButton fz="sm" td="underline" onClick={ask} disabled={remove.isBusy}>
        Delete note
      </UnstyledButton>
      <Problem error={remove.error} />
    </>
  );
}

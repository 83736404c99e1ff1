import { Code, Group } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

/** An id in full, with a button that copies it. */
export function IdText({
  id,
  label = 'Copy ID',
}: {
  readonly id: string;
  readonly label?: string;
}) {
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex" maw="100%">
      <Code style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{id}</Code>
      <CopyButton value={id} label={label} />
    </Group>
  );
}

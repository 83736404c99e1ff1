import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import type { Change, Conflict } from './conflict.ts';

/** Shows what someone else has saved in the meantime, and both ways to continue. */
export function ConflictNotice({ conflict }: { readonly conflict: Conflict }) {
  const { changes, keepMine, takeTheirs } = conflict;
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      title="Someone else changed this while you were editing. Nothing was saved."
    >
      <Stack gap="xs">
        <Text size="sm">
          {changes.length > 0
            ? 'They changed:'
            : 'They changed something that this form doesn’t show.'}
        </Text>
        <List size="sm">
          {changes.map((change) => (
            <ChangedField key={change.label} change={change} />
          ))}
        </List>
        <Group gap="xs">
          <Button size="xs" onClick={keepMine}>
            Apply my changes to their version
          </Button>
          <Button size="xs" variant="default" onClick={takeTheirs}>
            Discard my changes
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function ChangedField({ change: { label, isMine, values } }: { readonly change: Change }) {
  return (
    <List.Item style={{ overflowWrap: 'anywhere' }}>
      {label}
      {isMine ? ' (you changed it too)' : ''}
      {values ? (
        <>
          <br />
          {isMine ? 'Yours' : 'Before'}: {values.here}
          <br />
          Theirs: {values.theirs}
        </>
      ) : null}
    </List.Item>
  );
}

import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';

export interface Conflict {
  /** Labels of the fields someone else has changed. */
  readonly theirs: readonly string[];
  /** Those of them that were changed here as well. */
  readonly both: readonly string[];
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
}

/** Someone else has saved in the meantime: shows their changes, and both ways to continue. */
export function ConflictNotice({ conflict }: { readonly conflict: Conflict }) {
  const { theirs, both, keepMine, takeTheirs } = conflict;
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      title="Someone else changed this while you were editing. Nothing was saved."
    >
      <Stack gap="xs">
        <Text size="sm">
          {theirs.length > 0 ? 'They changed:' : 'They changed what this form doesn’t show.'}
        </Text>
        <List size="sm">
          {theirs.map((name) => (
            <List.Item key={name}>
              {name}
              {both.includes(name) ? ' (you changed it too)' : ''}
            </List.Item>
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

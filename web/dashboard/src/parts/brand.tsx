import { Group, Text } from '@mantine/core';
import favicon from '../favicon.svg';

/** The project's mark and name. */
export function Brand() {
  return (
    <Group gap="xs" justify="center">
      <img src={favicon} alt="" width={28} height={28} />
      <Text fw={700} size="lg">
        Tillgate
      </Text>
    </Group>
  );
}

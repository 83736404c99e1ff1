import { Text } from '@mantine/core';
import { PageLink } from './links.tsx';
import { MAX_ROWS } from './list-reading.ts';

/** Says that only the newest rows are shown, with a link to all; renders nothing for fewer rows. */
export function NewestOnly({
  count,
  noun,
  page,
}: {
  readonly count: number;
  /** Such as `payments`. */
  readonly noun: string;
  /** The list, filtered. */
  readonly page: string;
}) {
  if (count < MAX_ROWS) return null;
  return (
    <Text size="sm">
      The newest {MAX_ROWS} {noun} are shown. <PageLink page={page}>See all {noun}</PageLink>
    </Text>
  );
}

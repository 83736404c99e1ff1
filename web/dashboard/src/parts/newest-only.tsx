import { Text } from '@mantine/core';
import { PageLink } from './links.tsx';

/** Rows that a detail page reads of a list; GraphQL gives at most as many at once. */
export const MAX_ROWS = 100;

/** Says that only the newest rows are shown, with a link to all of them; nothing for fewer rows. */
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

import { Badge, type MantineColor } from '@mantine/core';
import { inWords } from './in-words.ts';

/** Colors by status; other statuses are gray. */
const COLORS: Readonly<Record<string, MantineColor>> = {
  active: 'green',
  completed: 'green',
  succeeded: 'green',
  success: 'green',
  sent: 'green',
  approved: 'green',
  published: 'green',
  refunded: 'grape',
  pending: 'yellow',
  processing: 'blue',
  under_review: 'blue',
  trialing: 'blue',
  canceling: 'orange',
  past_due: 'red',
  returned: 'orange',
  failed: 'red',
  rejected: 'red',
  suspended: 'red',
  disabled: 'red',
};

/** A status as text; the color is only an aid. */
export function StatusBadge({ status }: { readonly status: string }) {
  return (
    <Badge
      color={COLORS[status] ?? 'gray.5'}
      variant="dot"
      tt="none"
      fw={500}
      miw="fit-content"
      styles={{ label: { overflow: 'visible' } }}
    >
      {inWords(status)}
    </Badge>
  );
}

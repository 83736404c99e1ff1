/** What a moment is about. */
export type Topic = 'money' | 'email' | 'event' | 'team';

/** One thing that happened, or will. */
export interface Moment {
  readonly key: string;
  readonly at: string;
  readonly title: string;
  readonly detail: string | null;
  readonly topic: Topic;
  readonly kind: 'past' | 'problem' | 'next';
  /** The page that tells more. */
  readonly page?: string;
  /** A note, which can be deleted. */
  readonly noteId?: string;
}

export const TOPICS: Readonly<Record<Topic, string>> = {
  money: 'Orders and money',
  email: 'Emails',
  event: 'Webhook events',
  team: 'Team',
};

/** Upcoming entries first, then past ones, newest first. */
export function sortMoments(moments: readonly Moment[]): readonly Moment[] {
  const rank = ({ kind }: Moment) => (kind === 'next' ? 1 : 0);
  return moments.toSorted(
    (one, other) => rank(other) - rank(one) || other.at.localeCompare(one.at),
  );
}

/** The topic of a timeline entry. */
export type Topic = 'money' | 'email' | 'event' | 'team';

/** A past or upcoming timeline entry. */
export interface Moment {
  readonly key: string;
  readonly at: string;
  readonly title: string;
  readonly detail: string | null;
  readonly topic: Topic;
  readonly kind: 'past' | 'problem' | 'next';
  /** The page with details. */
  readonly page?: string;
  /** ID of the note, if the entry is one; notes can be deleted. */
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

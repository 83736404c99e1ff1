import { EVENT_GROUPS as GROUPS } from '../../api/event-lists.ts';
import type { EventType } from './webhooks.ts';

export interface EventGroup {
  readonly label: string;
  readonly types: readonly EventType[];
}

/** What each event means, in the order of the form. */
export const EVENT_MEANINGS: Readonly<Record<EventType, string>> = Object.assign(
  {},
  ...GROUPS.map(({ meanings }) => meanings),
);

export const EVENT_TYPES = Object.keys(EVENT_MEANINGS) as EventType[];

/** The events as the form groups them. */
export const EVENT_GROUPS: readonly EventGroup[] = GROUPS.map(({ label, meanings }) => ({
  label,
  types: Object.keys(meanings) as EventType[],
}));

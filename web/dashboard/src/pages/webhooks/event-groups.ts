import { EVENT_GROUPS as GROUPS } from '../../api/event-lists.ts';
import type { EventType } from './webhooks.ts';

export interface EventGroup {
  readonly label: string;
  readonly types: readonly EventType[];
}

/** Descriptions of events, in the form's order. */
export const EVENT_MEANINGS: Readonly<Record<EventType, string>> = Object.assign(
  {},
  ...GROUPS.map(({ meanings }) => meanings),
);

export const EVENT_TYPES = Object.keys(EVENT_MEANINGS) as EventType[];

/** The events grouped as in the form. */
export const EVENT_GROUPS: readonly EventGroup[] = GROUPS.map(({ label, meanings }) => ({
  label,
  types: Object.keys(meanings) as EventType[],
}));

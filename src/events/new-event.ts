import type { Environment } from '../contract/caller.ts';
import type { Id } from '../kit/id.ts';
import type { EventType } from './event-types.ts';

export type NewEvent = EventKind & Occurrence;

/** What the events of one change have in common. */
export interface EventKind {
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
  readonly type: EventType;
  /**
   * True if another event of the same change sends the mails
   * (docs/contract/notifications.md#switches).
   */
  readonly isMailedByAnother?: boolean;
  /** Saves a lookup if the caller knows it. */
  readonly storeName?: string;
}

/** Their kind, with the name of the store. */
export type NamedKind = EventKind & { readonly storeName: string };

/** What an event is about. */
export interface Occurrence {
  /** The entity's ID as its type requires (docs/contract/events.md#types), such as `PAY_xxx`. */
  readonly eventId: string;
  /** `data` of the envelope (docs/contract/events.md#envelope). */
  readonly data: Readonly<Record<string, unknown>>;
  /**
   * The store's time of the occurrence if a test clock moves it; otherwise the time of recording.
   */
  readonly occurredAt?: Date;
  /**
   * True if an earlier event may have the same ID as the envelope's `id`: this one then has its
   * occurrence's (docs/contract/events.md#identifiers).
   */
  readonly isIdTaken?: boolean;
}

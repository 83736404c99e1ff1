import type { Environment } from '../contract/caller.ts';
import type { Id } from '../kit/id.ts';
import type { EventType } from './event-types.ts';

export interface NewEvent {
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
  readonly type: EventType;
  /** The entity's ID as its type requires (docs/contract/events.md#types), such as `PAY_xxx`. */
  readonly eventId: string;
  /** `data` of the envelope (docs/contract/events.md#envelope). */
  readonly data: Readonly<Record<string, unknown>>;
  /**
   * The store's time of the occurrence if a test clock moves it; otherwise the time of recording.
   */
  readonly occurredAt?: Date;
  /**
   * True if another event of the same change sends the mails
   * (docs/contract/notifications.md#switches).
   */
  readonly isMailedByAnother?: boolean;
  /** Saves a lookup if the caller knows it. */
  readonly storeName?: string;
}

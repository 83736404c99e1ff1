import type { Environment } from '../contract/caller.ts';
import type { Id } from '../kit/id.ts';
import type { EventType } from './event-types.ts';

export interface NewEvent {
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
  readonly type: EventType;
  /** The entity's id as the type has it (docs/contract/events.md#types), such as `PAY_xxx`. */
  readonly eventId: string;
  /** `data` of the envelope (docs/contract/events.md#envelope). */
  readonly data: Readonly<Record<string, unknown>>;
  /** The store's time of the occurrence, where a test clock moves it; else the time of recording. */
  readonly occurredAt?: Date;
  /** Spares a look-up where the caller knows it. */
  readonly storeName?: string;
}

import type { Environment } from '../../contract/caller.ts';
import { empty, type Queryable, sql } from '../../database/database.ts';
import type { EventType } from '../../events/event-types.ts';
import type { Id } from '../../kit/id.ts';

export interface EventRow {
  /** The occurrence id, sent as `webhook-id`. */
  readonly id: string;
  /** The envelope, as delivered. */
  readonly body: string;
  readonly createdAt: Date;
}

export interface EventPage {
  readonly limit: number;
  /** The last event of the previous page. */
  readonly after: string | undefined;
  readonly eventType: EventType | undefined;
}

/** A store's events in an environment, newest first, without samples. */
export function listStoreEvents(
  db: Queryable,
  storeId: Id<'STO'>,
  environment: Environment,
  { limit, after, eventType }: EventPage,
): Promise<EventRow[]> {
  return db.query(sql`
    select id, body, created_at as "createdAt" from event
    where store_id = ${storeId} and environment = ${environment} and not sample
      ${eventType === undefined ? empty : sql`and type = ${eventType}`}
      ${
        after === undefined
          ? empty
          : sql`and (created_at, id) < (select created_at, id from event
              where id = ${after} and store_id = ${storeId})`
      }
    order by created_at desc, id desc limit ${limit}`);
}

import { sql, type Tx } from '../database/database.ts';
import { type GivenEvent, hasMails, writeMails } from './event-mails.ts';
import { idBeside } from './id-beside.ts';
import type { NamedKind } from './new-event.ts';

export type RecordedEvent = GivenEvent & { readonly body: string };

/**
 * Writes events, their deliveries and mails as `recordEvents` does, for a cluster: in statements
 * that each use the store's node or the coordinator only. One statement for all would send its
 * intermediate rows to every node.
 */
export async function insertEventsOneByOne(
  tx: Tx,
  kind: NamedKind,
  given: readonly RecordedEvent[],
  now: Date,
): Promise<void> {
  const { storeId, environment, type } = kind;
  const wanted = sql`webhook.store_id = ${storeId} and webhook.environment = ${environment}
    and ${type} = any(webhook.events)`;
  await Promise.all([
    ...given.map(({ id, event_id, body }) =>
      tx.query(sql`
        insert into event (id, store_id, environment, type, event_id, body, created_at)
        values (${id}, ${storeId}, ${environment}, ${type}, ${event_id}, ${body}, ${now})`),
    ),
    // A webhook that is removed meanwhile is waited for here, and then missing below.
    tx.query(sql`select webhook.id from webhook where ${wanted} for key share`),
    ...given.map(({ id }) =>
      tx.query(sql`
        insert into webhook_delivery (id, store_id, event_id, webhook_id, status, due_at, created_at)
        select ${idBeside(sql`${id}::uuid`)}, webhook.store_id, ${id}::uuid, webhook.id, 'pending',
          ${now}::timestamptz, ${now}::timestamptz
        from webhook where ${wanted} and webhook.disabled_at is null`),
    ),
    hasMails(given) ? writeMails(tx, kind, given, now) : undefined,
  ]);
}

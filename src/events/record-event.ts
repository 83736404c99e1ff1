import { leaveToCommit, sql, type Tx } from '../database/database.ts';
import { encodeId, newUuid } from '../kit/id.ts';
import { toIso } from '../kit/time.ts';
import { insertMails, MAIL_JOB } from './event-mails.ts';
import { envelopeId } from './event-types.ts';
import { idBeside } from './id-beside.ts';
import type { NewEvent } from './new-event.ts';

/** Job that a new event wakes. */
export const DELIVERY_JOB = 'deliver-webhooks';

/**
 * Writes the event, a delivery for every subscribed webhook of the store and mode, and its mails in
 * the caller's transaction: they exist if and only if the change committed
 * (docs/contract/invariants.md#12).
 */
export async function recordEvent(tx: Tx, event: NewEvent, now: Date): Promise<void> {
  const storeName = await storeNameOf(tx, event);
  leaveToCommit(insertEvent(tx, event, storeName, now));
  tx.wake(DELIVERY_JOB);
  tx.wake(MAIL_JOB);
}

/**
 * Milliseconds that an event may be older than its commit: it carries the time at which its request
 * began, which may have waited for a payment provider.
 */
export const COMMIT_MS = 60_000;

export interface SampleDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly eventUuid: string;
}

/**
 * Writes a sample event and its delivery to each of the webhooks, whatever they subscribe to. It is
 * handled like any event, so the same rules apply (docs/contract/invariants.md#16).
 */
export async function recordSample(
  tx: Tx,
  event: NewEvent,
  webhookIds: readonly string[],
  now: Date,
): Promise<SampleDelivery[]> {
  const deliveries = await insertSample(tx, event, await storeNameOf(tx, event), webhookIds, now);
  tx.wake(DELIVERY_JOB);
  return deliveries;
}

/** The exact body of every delivery of the event (docs/contract/events.md#envelope). */
function envelopeOf(event: NewEvent, storeName: string, id: string, now: Date): string {
  return bodyOf(event, storeName, envelopeId(event.type, event.eventId, id), now);
}

function bodyOf(event: NewEvent, storeName: string, id: string, now: Date): string {
  return JSON.stringify({
    id,
    timestamp: toIso(event.occurredAt ?? now),
    eventType: event.type,
    eventId: event.eventId,
    storeId: encodeId('STO', event.storeId),
    storeName,
    mode: event.environment,
    data: event.data,
  });
}

async function storeNameOf(tx: Tx, { storeName, storeId }: NewEvent): Promise<string> {
  if (storeName !== undefined) return storeName;
  const [store] = await tx.query<{ name: string }>(
    sql`select name from store where id = ${storeId}`,
  );
  return store?.name ?? '';
}

async function insertEvent(tx: Tx, event: NewEvent, storeName: string, now: Date): Promise<void> {
  const id = newUuid(now);
  const body = envelopeOf(event, storeName, id, now);
  await tx.query(sql`
    with recorded as (
      insert into event (id, store_id, environment, type, event_id, body, created_at)
      values (${id}, ${event.storeId}, ${event.environment}, ${event.type},
        ${event.eventId}, ${body}, ${now})
      returning id, store_id, environment, type, created_at
    )${insertMails(event, storeName)}, wanted as (
      -- A webhook that is removed meanwhile drops out here instead of failing the change. A disabled
      -- one is locked too: enabling it waits for this event, or this event for the enabling.
      select id, disabled_at is null as enabled from webhook
      where store_id = ${event.storeId} and environment = ${event.environment}
        and ${event.type} = any(events)
      for key share
    ), queued as (
      select ${idBeside(sql`recorded.id`)} as id, recorded.store_id, recorded.id as event_id,
        wanted.id as webhook_id, recorded.created_at
      from recorded cross join wanted where wanted.enabled
    )
    insert into webhook_delivery (id, store_id, event_id, webhook_id, status, due_at, created_at)
    select id, store_id, event_id, webhook_id, 'pending', created_at, created_at from queued`);
}

function insertSample(
  tx: Tx,
  event: NewEvent,
  storeName: string,
  webhookIds: readonly string[],
  now: Date,
): Promise<SampleDelivery[]> {
  const id = newUuid(now);
  // Its entity is the same in every sample, so the ID of an occurrence can't come from that.
  const body = bodyOf(event, storeName, id, now);
  return tx.query(sql`
    with recorded as (
      insert into event
        (id, store_id, environment, type, event_id, body, sample, created_at)
      values (${id}, ${event.storeId}, ${event.environment}, ${event.type},
        ${event.eventId}, ${body}, true, ${now})
      returning id, store_id, created_at
    ), wanted as (
      select id from webhook
      where store_id = ${event.storeId} and id = any(${webhookIds}::uuid[])
      for key share
    ), queued as (
      select ${idBeside(sql`recorded.id`)} as id, recorded.store_id, recorded.id as event_id,
        wanted.id as webhook_id, recorded.created_at
      from recorded cross join wanted
    )
    insert into webhook_delivery (id, store_id, event_id, webhook_id, status, due_at, created_at)
    select id, store_id, event_id, webhook_id, 'pending', created_at, created_at from queued
    returning id, webhook_id as "webhookId", event_id as "eventUuid"`);
}

import { empty, leaveToCommit, sql, type Tx } from '../database/database.ts';
import { encodeId, newUuid } from '../kit/id.ts';
import { toIso } from '../kit/time.ts';
import { givenEvents, hasMails, insertMails, MAIL_JOB, mailFields } from './event-mails.ts';
import { envelopeId } from './event-types.ts';
import { insertEventsOneByOne, type RecordedEvent } from './events-one-by-one.ts';
import { idBeside } from './id-beside.ts';
import type { EventKind, NamedKind, NewEvent, Occurrence } from './new-event.ts';

/** Job that a new event wakes. */
export const DELIVERY_JOB = 'deliver-webhooks';

/**
 * Writes the event, a delivery for every subscribed webhook of the store and mode, and its mails in
 * the caller's transaction: they exist if and only if the change committed
 * (docs/contract/invariants.md#12).
 */
export function recordEvent(tx: Tx, event: NewEvent, now: Date): Promise<void> {
  return recordEvents(tx, event, [event], now);
}

/** Like `recordEvent`, for several events in one statement. */
export async function recordEvents(
  tx: Tx,
  kind: EventKind,
  occurrences: readonly Occurrence[],
  now: Date,
): Promise<void> {
  const storeName = await storeNameOf(tx, kind);
  const named = { ...kind, storeName };
  const given = occurrences.map((occurrence) => givenEvent(named, occurrence, now));
  if (tx.guardsStores) await insertEventsOneByOne(tx, named, given, now);
  else leaveToCommit(insertEvents(tx, named, given, now));
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
  const own = event.isIdTaken ? id : envelopeId(event.type, event.eventId, id);
  return bodyOf(event, storeName, own, now);
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

async function storeNameOf(tx: Tx, { storeName, storeId }: EventKind): Promise<string> {
  if (storeName !== undefined) return storeName;
  const [store] = await tx.query<{ name: string }>(
    sql`select name from store where id = ${storeId}`,
  );
  return store?.name ?? '';
}

function givenEvent(kind: NamedKind, occurrence: Occurrence, now: Date): RecordedEvent {
  const id = newUuid(now);
  const body = envelopeOf({ ...kind, ...occurrence }, kind.storeName, id, now);
  return { ...mailFields(kind, occurrence, id), body };
}

async function insertEvents(
  tx: Tx,
  kind: NamedKind,
  given: readonly RecordedEvent[],
  now: Date,
): Promise<void> {
  const { storeId, environment, type } = kind;
  const mailed = hasMails(given) ? sql`, mailed as (${insertMails(kind, given, now)})` : empty;
  await tx.query(sql`
    with ${givenEvents(given)}, recorded as (
      insert into event (id, store_id, environment, type, event_id, body, created_at)
      select id, ${storeId}::uuid, ${environment}::text, ${type}::text, event_id, body,
        ${now}::timestamptz from given
      returning id, store_id, created_at
    )${mailed}, wanted as (
      -- A webhook that is removed meanwhile drops out here instead of failing the change. A disabled
      -- one is locked too: enabling it waits for this event, or this event for the enabling.
      select id, disabled_at is null as enabled from webhook
      where store_id = ${storeId} and environment = ${environment} and ${type} = any(events)
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

import { sql, type Tx } from '../../src/database/database.ts';
import type { EventType } from '../../src/events/event-types.ts';
import { recordEvent } from '../../src/events/record-event.ts';
import { decodeId, type Id, newUuid } from '../../src/kit/id.ts';
import type { Environment, TestMerchant } from './merchant.ts';
import type { TestApp } from './test-app.ts';

/** Adds a webhook through the service; returns its view. */
export async function makeWebhook(
  merchant: TestMerchant,
  storeId: string,
  url: string,
  more: Readonly<Record<string, unknown>> = {},
) {
  const environment: Environment = more.testMode === false ? 'prod' : 'test';
  const body = { storeId, channel: 'http', url, events: ['order.completed'], testMode: true };
  const reply = await merchant.call('store/add-webhook', { ...body, ...more }, { environment });
  if (reply.status !== 200) throw new Error(`add-webhook answered ${reply.text}`);
  return reply.body.data.webhook as { readonly id: string; readonly url: string };
}

/** Records an event as a transition does; returns its eventId. */
export function emit(
  test: TestApp,
  storeId: string,
  type?: EventType,
  environment?: Environment,
): Promise<string> {
  return test.database.transaction((tx) => emitIn(tx, test, storeId, type, environment));
}

/** Records an event in a transaction that the test ends. */
export async function emitIn(
  tx: Tx,
  test: TestApp,
  storeId: string,
  type: EventType = 'order.completed',
  environment: Environment = 'test',
): Promise<string> {
  const id = decodeId('STO', storeId) as Id<'STO'>;
  const now = test.clock.now();
  const eventId = `PAY_${newUuid(now)}`;
  const data = { orderId: 'ORD_1', orderStatus: 'completed', amount: '9.90', note: 'Žluťoučký 🐎' };
  await recordEvent(tx, { storeId: id, environment, type, eventId, data }, now);
  return eventId;
}

export interface StoredDelivery {
  readonly id: string;
  readonly eventUuid: string;
  readonly eventId: string;
  readonly status: string;
  readonly attemptCount: number;
  readonly httpStatus: number | null;
  readonly responseBody: string | null;
  readonly failure: string | null;
  readonly dueAt: Date;
  readonly attempts: number;
}

/** The deliveries of a store with the number of logged attempts, oldest first. */
export function readDeliveries(test: TestApp, storeId: string): Promise<StoredDelivery[]> {
  return test.database.query(sql`
    select delivery.id, event.id as "eventUuid", event.event_id as "eventId", delivery.status,
      attempt_count as "attemptCount", http_status as "httpStatus",
      response_body as "responseBody", failure, due_at as "dueAt",
      (select count(*)::int from webhook_attempt
        where webhook_attempt.store_id = delivery.store_id and delivery_id = delivery.id) as attempts
    from webhook_delivery delivery
      join event on event.store_id = delivery.store_id and event.id = delivery.event_id
    where delivery.store_id = ${decodeId('STO', storeId)}
    order by event.created_at, event.id`);
}

/** Inserts a webhook bypassing add-webhook's rules, like one added under older rules. */
export async function insertWebhookRow(
  test: TestApp,
  storeId: string,
  url: string,
  channel = 'http',
): Promise<string> {
  const now = test.clock.now();
  const id = newUuid(now);
  await test.database.query(sql`
    insert into webhook (id, store_id, channel, url, events, environment, created_at, updated_at)
    values (${id}, ${decodeId('STO', storeId)}, ${channel}, ${url}, '{order.completed}', 'test',
      ${now}, ${now})`);
  return id;
}

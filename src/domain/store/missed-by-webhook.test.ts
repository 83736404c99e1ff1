import { describe, expect, it } from 'vitest';
import { uuidOf } from '../../../test/support/catalogue.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { closeReceivers, startReceiver } from '../../../test/support/receiver.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../../../test/support/webhook.ts';
import { sql } from '../../database/database.ts';
import { MAX_MISSED } from '../../events/replay.queries.ts';
import { DAY_MS } from '../../kit/period.ts';
import { addMs, toIso } from '../../kit/time.ts';

const test = useTestApp({ WEBHOOK_RETRY_SCHEDULE: '60,60' });
closeReceivers();

/** A webhook to a receiver that answers 500 until it is repaired. */
async function makeSetting(events: readonly string[] = ['order.completed']) {
  let isBroken = true;
  const receiver = await startReceiver((response) => {
    response.writeHead(isBroken ? 500 : 200).end();
  });
  const repair = () => {
    isBroken = false;
  };
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  const { id } = await makeWebhook(merchant, storeId, receiver.url, { events });
  const passTime = async (ms: number) => {
    test.clock.advance(ms);
    await test.app.worker.runOnce();
  };
  /** Makes all attempts of what is due. */
  const exhaust = async () => {
    for (const pauseMs of [0, 2 * 60_000, 2 * 60_000]) await passTime(pauseMs);
  };
  const update = (fields: object = {}) => merchant.call('store/update-webhook', { id, ...fields });
  return { receiver, repair, merchant, storeId, id, passTime, exhaust, update };
}

/** Disables a webhook after some deliveries have failed; then it misses some events. */
async function failSince(storeId: string, webhookId: string, failed: number, missed: number) {
  const [store, now] = [uuidOf('STO', storeId), test.clock.now()];
  const from = addMs(now, -DAY_MS);
  await test.database.query(sql`
    with made as (
      insert into event (id, store_id, environment, type, event_id, body, created_at)
      select gen_random_uuid(), ${store}, 'test', 'order.completed', 'PAY_1', '{}',
        ${from}::timestamptz + number * interval '1 second'
      from generate_series(1, ${failed + missed}::int) number
      returning id, store_id, created_at
    )
    insert into webhook_delivery (id, store_id, event_id, webhook_id, status, attempt_count, due_at,
      last_attempted_at, created_at)
    select gen_random_uuid(), store_id, id, ${webhookId}::uuid, 'failed', 8, created_at, created_at,
      created_at
    from made order by created_at limit ${failed}`);
  const disabledAt = addMs(from, failed * 1_000);
  await test.database.query(sql`
    update webhook set created_at = ${from}, failing_since = ${from}, disabled_at = ${disabledAt}
    where id = ${webhookId}`);
  return { from, disabledAt };
}

describe('a webhook that is enabled again', () => {
  it('gets what failed since its latest success and what was recorded since then', async () => {
    const { receiver, repair, merchant, storeId, passTime, exhaust, update } = await makeSetting();
    // Fails before the outage: only this one.
    const early = await emit(test, storeId);
    await exhaust();
    repair();
    const worked = await emit(test, storeId);
    await passTime(0);
    expect((await readDeliveries(test, storeId)).map(({ status }) => status)).toEqual([
      'failed',
      'success',
    ]);
    const outage = await startReceiver((response) => response.writeHead(500).end());
    await update({ url: outage.url });
    const failed: string[] = [];
    for (let day = 0; day < 6; day += 1) {
      failed.push(await emit(test, storeId));
      await exhaust();
      if (day === 1) await merchant.call('store/send-test-event', { storeId });
      await passTime(DAY_MS);
    }
    const sent = receiver.received.length;
    await update({ url: receiver.url });
    await test.app.worker.runOnce();
    const ids = receiver.received.slice(sent).map(({ body }) => JSON.parse(body).eventId);
    expect(ids.sort()).toEqual(failed.sort());
    expect(ids).not.toContain(early);
    expect(ids).not.toContain(worked);
  });

  it('gets retries of what fails again', async () => {
    const { storeId, passTime, exhaust, update } = await makeSetting();
    for (let day = 0; day < 6; day += 1) {
      await emit(test, storeId);
      await exhaust();
      await passTime(DAY_MS);
    }
    const refused = new Set<unknown>();
    const busy = await startReceiver((response, { headers }) => {
      const isRepeated = refused.has(headers['webhook-id']);
      refused.add(headers['webhook-id']);
      response.writeHead(isRepeated ? 200 : 429, { 'retry-after': '1' }).end();
    });
    await update({ url: busy.url });
    await passTime(0);
    expect(refused.size).toBe(6);
    await passTime(2 * 60_000);
    const statuses = (await readDeliveries(test, storeId)).map(({ status }) => status);
    expect(statuses).toEqual(Array.from({ length: 6 }, () => 'success'));
  });

  it('gets nothing of what it subscribes to only now, or no longer', async () => {
    const events = ['order.completed', 'refund.failed'];
    const { receiver, repair, storeId, passTime, exhaust, update } = await makeSetting(events);
    const wanted: string[] = [];
    for (let day = 0; day < 7; day += 1) {
      wanted.push(await emit(test, storeId, 'refund.failed'));
      await emit(test, storeId, 'order.completed');
      await emit(test, storeId, 'refund.succeeded');
      await exhaust();
      await passTime(DAY_MS);
    }
    repair();
    const sent = receiver.received.length;
    await update({ events: ['refund.failed', 'refund.succeeded'] });
    await test.app.worker.runOnce();
    const ids = receiver.received.slice(sent).map(({ body }) => JSON.parse(body).eventId);
    expect(ids.sort()).toEqual(wanted.sort());
  });

  it.each([
    ['failed deliveries', MAX_MISSED + 1, 0],
    ['events', 1, MAX_MISSED],
  ])(
    'gets at most 10,000 in all, and names the calls for other %s',
    async (_name, failed, missed) => {
      const { storeId, id, update } = await makeSetting();
      const { from, disabledAt } = await failSince(storeId, id, failed, missed);
      const reply = await update();
      const last = toIso(addMs(from, MAX_MISSED * 1_000));
      const replay = 'webhook-delivery/replay-deliveries with a "from" of';
      expect(reply.body.warnings).toMatchObject([
        {
          message: 'Only the first 10000 missed events are delivered',
          aiHint:
            missed === 0
              ? `Call webhook-delivery/resend-deliveries with a "from" of ${last}, and ${replay} ${toIso(addMs(disabledAt, -60_000))} for the others.`
              : `Call ${replay} ${last} for the others.`,
        },
      ]);
      const [queued] = await test.database.query(sql`
      select count(*)::int as count from webhook_delivery
      where store_id = ${uuidOf('STO', storeId)} and status = 'pending'`);
      expect(queued).toEqual({ count: MAX_MISSED });
    },
    60_000,
  );
});

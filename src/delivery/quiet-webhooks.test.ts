import { describe, expect, it } from 'vitest';
import { uuidOf } from '../../test/support/catalogue.ts';
import { makeMerchant, makeStore } from '../../test/support/merchant.ts';
import { needs } from '../../test/support/needs.ts';
import { closeReceivers, startReceiver } from '../../test/support/receiver.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../../test/support/webhook.ts';
import { sql } from '../database/database.ts';
import { DAY_MS, HOUR_MS } from '../kit/period.ts';

const test = useTestApp({ WEBHOOK_RETRY_SCHEDULE: '60' });
closeReceivers();

async function makeSetting() {
  const answer = { status: 500 };
  const receiver = await startReceiver((response) => response.writeHead(answer.status).end());
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  const { id } = await makeWebhook(merchant, storeId, receiver.url);
  const passTime = async (ms: number) => {
    test.clock.advance(ms);
    await test.app.worker.runOnce();
  };
  /** An event whose delivery fails permanently, unless the receiver works. */
  const deliver = async () => {
    await emit(test, storeId);
    await passTime(0);
    await passTime(2 * 60_000);
  };
  const mails = async () => {
    const rows = await test.database.query<{ type: string }>(sql`
      select event_type as type from email_delivery
      where store_id = ${uuidOf('STO', storeId)} and event_type like 'webhook.%'
      order by created_at, id`);
    return rows.map(({ type }) => type);
  };
  const isDisabled = async () => {
    const [row] = await test.database.query<{ isDisabled: boolean }>(sql`
      select disabled_at is not null as "isDisabled" from webhook where id = ${id}`);
    return row?.isDisabled;
  };
  return { answer, merchant, storeId, id, passTime, deliver, mails, isDisabled };
}

describe('a webhook that is rarely sent to', () => {
  it('is warned about in time although nothing is attempted, and stays enabled', async () => {
    const { storeId, deliver, passTime, mails, isDisabled } = await makeSetting();
    await deliver();
    expect((await readDeliveries(test, storeId)).map(({ status }) => status)).toEqual(['failed']);
    const counts: number[] = [];
    for (const ms of [HOUR_MS, DAY_MS, 3 * DAY_MS, DAY_MS, 20 * DAY_MS]) {
      await passTime(ms);
      counts.push((await mails()).length);
    }
    expect(counts).toEqual([1, 2, 3, 3, 3]);
    expect(await isDisabled()).toBe(false);
    // The next failure counts as the first.
    await deliver();
    expect([await isDisabled(), (await mails()).length]).toEqual([false, 3]);
    await passTime(HOUR_MS);
    expect(await mails()).toEqual(Array(4).fill('webhook.failing'));
  });

  it('isn’t disabled by one failure after the worker was stopped for weeks', async () => {
    const { answer, storeId, deliver, isDisabled } = await makeSetting();
    await deliver();
    test.clock.advance(30 * DAY_MS);
    await emit(test, storeId);
    await test.app.worker.runOnce();
    expect(await isDisabled()).toBe(false);
    answer.status = 200;
    test.clock.advance(2 * 60_000);
    await test.app.worker.runOnce();
    expect((await readDeliveries(test, storeId)).at(-1)).toMatchObject({ status: 'success' });
  });

  it('is warned about once by several workers', needs('server'), async () => {
    const { deliver, mails } = await makeSetting();
    await deliver();
    test.clock.advance(2 * HOUR_MS);
    await Promise.all([1, 2, 3].map(() => test.app.worker.runOnce()));
    expect(await mails()).toEqual(['webhook.failing']);
  });

  it('is disabled after five days if another delivery failed in the last three', async () => {
    const { deliver, passTime, mails, isDisabled } = await makeSetting();
    await deliver();
    await passTime(3 * DAY_MS);
    await deliver();
    await passTime(DAY_MS + 23 * HOUR_MS);
    expect(await isDisabled()).toBe(false);
    await passTime(HOUR_MS);
    expect(await isDisabled()).toBe(true);
    expect((await mails()).at(-1)).toBe('webhook.disabled');
  });
});

describe('a warning that is sent late', () => {
  it.each([
    ['failing', 'has worked'],
    ['disabled', 'was enabled'],
  ])('isn’t sent if it says %s and the webhook %s', async (kind) => {
    const { storeId, id, passTime, mails } = await makeSetting();
    await test.database.query(sql`
      insert into webhook_warning (id, store_id, webhook_id, kind, reason, created_at)
      values (gen_random_uuid(), ${uuidOf('STO', storeId)}, ${id}, ${kind}, 'failing',
        ${test.clock.now()})`);
    await passTime(0);
    expect(await mails()).toEqual([]);
  });
});

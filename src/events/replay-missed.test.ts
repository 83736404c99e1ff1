import { expect, it } from 'vitest';
import { uuidOf } from '../../test/support/catalogue.ts';
import { makeMerchant, makeStore } from '../../test/support/merchant.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { makeWebhook } from '../../test/support/webhook.ts';
import { sql } from '../database/database.ts';
import { addMs } from '../kit/time.ts';
import { MAX_MISSED } from './replay.queries.ts';

const test = useTestApp();

it('replays at most 10,000 missed events, the first ones', { timeout: 60_000 }, async () => {
  const merchant = await makeMerchant(test);
  const store = await makeStore(merchant);
  const storeId = uuidOf('STO', store.id);
  const { id } = await makeWebhook(merchant, store.id, 'https://hooks.example.com/');
  const disabledAt = test.clock.now();
  await test.database.query(sql`
    update webhook set disabled_at = ${disabledAt}, disabled_reason = 'gone' where id = ${id}`);
  await test.database.query(sql`
    insert into event (id, store_id, environment, type, event_id, body, created_at)
    select gen_random_uuid(), ${storeId}, 'test', 'order.completed', 'PAY_' || number, '{}',
      ${disabledAt}::timestamptz + number * interval '1 second'
    from generate_series(0, ${MAX_MISSED}::int) number`);
  const reply = await merchant.call('store/update-webhook', { id });
  const last = addMs(disabledAt, (MAX_MISSED - 1) * 1_000);
  expect(reply.status).toBe(200);
  expect(reply.body.warnings).toEqual([
    {
      message: 'Only the first 10000 missed events are delivered',
      layer: 'store',
      aiHint: expect.stringContaining(last.toISOString()),
    },
  ]);
  const [queued] = await test.database.query(sql`
    select count(*)::int as count, max(event.created_at) as last
    from webhook_delivery delivery join event on event.store_id = delivery.store_id
      and event.id = delivery.event_id
    where delivery.store_id = ${storeId}`);
  expect(queued).toEqual({ count: MAX_MISSED, last });
});

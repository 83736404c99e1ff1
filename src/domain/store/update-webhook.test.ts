import { describe, expect, it } from 'vitest';
import { askAsMerchant, dataFrom } from '../../../test/graphql/asking.ts';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { closeReceivers, startReceiver } from '../../../test/support/receiver.ts';
import { sendStale } from '../../../test/support/stale.ts';
import { startTestApp, useTestApp } from '../../../test/support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../../../test/support/webhook.ts';
import { sql } from '../../database/database.ts';
import { later } from '../../database/later.ts';
import { decodeId, newUuid } from '../../kit/id.ts';
import { updateWebhook } from './update-webhook.ts';

const test = useTestApp({ WEBHOOK_RETRY_SCHEDULE: '60,60' });
closeReceivers();

const url = 'https://hooks.example.com/';
const day = 24 * 3_600_000;

async function makeSetting(address = url, more: Readonly<Record<string, unknown>> = {}) {
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  const webhook = await makeWebhook(merchant, storeId, address, more);
  return { merchant, storeId, id: webhook.id };
}

async function send(change: Readonly<Record<string, unknown>>) {
  const { merchant, id } = await makeSetting();
  return merchant.call('store/update-webhook', { id, ...change });
}

/** Like `send`, but on a service that refuses private addresses. */
async function sendStrictly(change: Readonly<Record<string, unknown>>, channel = 'http') {
  const source = { database: test.database, url: test.databaseUrl, close: async () => {} };
  const strict = await startTestApp(source, { ALLOW_PRIVATE_WEBHOOKS: 'false' });
  const merchant = await makeMerchant(strict);
  const { id: storeId } = await makeStore(merchant);
  const address = channel === 'slack' ? 'https://hooks.slack.com/services/T/B/x' : url;
  const { id } = await makeWebhook(merchant, storeId, address, { channel });
  const reply = await merchant.call('store/update-webhook', { id, ...change });
  await strict.app.http.close();
  return reply;
}

describe('store/update-webhook', () => {
  it('changes supplied fields and keeps the rest', async () => {
    const { merchant, id } = await makeSetting(url, { secret: 'first' });
    const change = async (fields: object) =>
      (await merchant.call('store/update-webhook', { id, ...fields })).body.data.webhook;
    const events = ['refund.failed'];
    expect(await change({ events })).toMatchObject({ id, url, events, secret: 'first' });
    expect(await change({ url: 'https://other.example/' })).toMatchObject({
      url: 'https://other.example/',
      events,
      secret: 'first',
    });
    expect(await change({ secret: null })).toMatchObject({ events, secret: null });
  });

  it('keeps the stored value if its masked form is sent back', async () => {
    const bot = 'https://api.telegram.org/bot123456:ABC-token/sendMessage';
    const { merchant, id } = await makeSetting(bot, { channel: 'telegram', secret: '8737101383' });
    const masked = { id, url: 'https://api.telegram.org/…sage', secret: '…83', events: null };
    const kept = (await merchant.call('store/update-webhook', masked)).body.data.webhook;
    expect(kept).toMatchObject({ url: bot, secret: '8737101383', events: [] });
    const other = bot.replace('ABC', 'DEF');
    const changed = await merchant.call('store/update-webhook', { id, url: other, secret: '1' });
    expect(changed.body.data.webhook).toMatchObject({ url: other, secret: '1' });
  });

  it('takes a key of Standard Webhooks', async () => {
    const secret = `whsec_${Buffer.alloc(24).toString('base64')}`;
    expect((await send({ secret })).body.data.webhook.secret).toBe(secret);
  });

  it('does the same for a token in the query of a receiver’s URL', async () => {
    const hook = 'https://receiver.example/hook?shop=1&token=abc=def&bare';
    const { merchant, storeId, id } = await makeSetting(hook);
    const query = `{ store(id: "${storeId}") { storeWebhooks { url } } }`;
    const { storeWebhooks } = (await dataFrom(askAsMerchant(test, merchant)(query))).store;
    const masked = 'https://receiver.example/hook?shop=…&token=…&…';
    expect(storeWebhooks).toEqual([{ url: masked }]);
    const kept = await merchant.call('store/update-webhook', { id, url: masked });
    expect(kept.body.data.webhook.url).toBe(hook);
  });

  it('keeps channel and environment regardless of the input', async () => {
    const reply = await send({ channel: 'slack', testMode: false, storeId: 'STO_x' });
    expect(reply.body.data.webhook).toMatchObject({ channel: 'http', testMode: true });
  });

  it('sends the next attempt to the new address', async () => {
    const old = await startReceiver((response) => response.writeHead(500).end());
    const next = await startReceiver();
    const { merchant, storeId, id } = await makeSetting(old.url);
    await emit(test, storeId);
    await test.app.worker.runOnce();
    await merchant.call('store/update-webhook', { id, url: next.url });
    test.clock.advance(70_000);
    await test.app.worker.runOnce();
    expect([old.received.length, next.received.length]).toEqual([1, 1]);
  });

  it('enables a webhook that answered 410 and replays what it missed', async () => {
    let gone = true;
    const receiver = await startReceiver((response) => {
      response.writeHead(gone ? 410 : 200).end();
    });
    const { merchant, storeId, id } = await makeSetting(receiver.url);
    test.clock.advance(60_000);
    const first = await emit(test, storeId);
    await test.app.worker.runOnce();
    // An event has the time at which its request began.
    const slow = await emit(test, storeId);
    await test.database.query(sql`
      update event set created_at = ${later(sql`created_at`, sql`interval '-5 seconds'`)}
      where store_id = ${decodeId('STO', storeId)} and event_id = ${slow}`);
    // Disabled: neither the retry nor a new event is attempted.
    const second = await emit(test, storeId);
    test.clock.advance(70_000);
    await test.app.worker.runOnce();
    expect(receiver.received).toHaveLength(1);
    gone = false;
    await merchant.call('store/update-webhook', { id });
    await test.app.worker.runOnce();
    const deliveries = await readDeliveries(test, storeId);
    expect(deliveries.map(({ eventId, status }) => [eventId, status])).toEqual([
      [slow, 'success'],
      [first, 'success'],
      [second, 'success'],
    ]);
  });

  it('finds a webhook disabled after five days without a success', async () => {
    const receiver = await startReceiver((response) => response.writeHead(500).end());
    const { storeId } = await makeSetting(receiver.url);
    for (let count = 0; count < 8; count += 1) {
      await emit(test, storeId);
      await test.app.worker.runOnce();
      test.clock.advance(day);
    }
    const attempts = receiver.received.length;
    expect(await readDeliveries(test, storeId)).toHaveLength(6);
    await test.app.worker.runOnce();
    expect(receiver.received).toHaveLength(attempts);
  });

  it('replays the answer for the same idempotency key', async () => {
    const { merchant, id } = await makeSetting();
    const headers = { 'x-idempotency-key': 'one-update' };
    const first = await merchant.call('store/update-webhook', { id }, { headers });
    const second = await merchant.call('store/update-webhook', { id }, { headers });
    expect(second.text).toBe(first.text);
  });
});

describeErrorRows(updateWebhook, {
  changedMeanwhile: () => sendStale(send),
  missingId: () => send({ id: '' }),
  missingUrl: () => send({ url: null }),
  invalidUrl: () => send({ url: 'ftp://hooks.example.com/' }),
  missingEvents: () => send({ events: 7 }),
  unknownEvent: { got: 'x', send: () => send({ events: ['order.completed', 'x'] }) },
  invalidSecret: () => send({ secret: 7 }),
  malformedSecret: () => send({ secret: `whsec_${'A'.repeat(31)}` }),
  forbidden: async () => {
    const { merchant, storeId, id } = await makeSetting();
    const options = { environment: 'prod' } as const;
    expect((await merchant.call('store/update-webhook', { id }, options)).status).toBe(403);
    const member = await makeMember(test, merchant, storeId, 'member');
    return member.call('store/update-webhook', { id });
  },
  notFound: async () => {
    const { id } = await makeSetting();
    const stranger = await makeMerchant(test);
    const foreign = await stranger.call('store/update-webhook', { id });
    const missing = await stranger.call('store/update-webhook', { id: newUuid(new Date()) });
    const odd = await stranger.call('store/update-webhook', { id: 'WEB_1' });
    expect([missing.text, odd.text]).toEqual([foreign.text, foreign.text]);
    return foreign;
  },
  missingSecret: async () => {
    const more = { channel: 'telegram', secret: '1' };
    const { merchant, id } = await makeSetting('https://api.telegram.org/bot1:A/sendMessage', more);
    return merchant.call('store/update-webhook', { id, secret: null });
  },
  insecureUrl: () => sendStrictly({ url: 'http://hooks.example.com/' }),
  refusedAddress: () => sendStrictly({ url: 'https://[::1]/' }),
  foreignAddress: () => sendStrictly({ url: 'https://hooks.example.com/' }, 'slack'),
});

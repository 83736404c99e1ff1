import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { makeWebhook } from '../../../test/support/webhook.ts';
import { sql } from '../../database/database.ts';
import { addWebhook } from './add-webhook.ts';

const test = useTestApp({ ALLOW_PRIVATE_WEBHOOKS: 'false' });

const url = 'https://hooks.example.com/tillgate?key=1';
const discord = 'https://discord.com/api/webhooks/123456789012345678/a-Secret_Token';

async function makeSetting() {
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  return { merchant, storeId };
}

const complete = { channel: 'http', url, events: ['order.completed'], testMode: true };

async function send(change: Readonly<Record<string, unknown>> = {}) {
  const { merchant, storeId } = await makeSetting();
  return merchant.call('store/add-webhook', { storeId, ...complete, ...change });
}

describe('store/add-webhook', () => {
  it('returns the webhook, with each event once', async () => {
    const { merchant, storeId } = await makeSetting();
    const events = ['refund.failed', 'order.completed', 'refund.failed'];
    const body = { storeId, ...complete, events, secret: ' shared ' };
    const reply = await merchant.call('store/add-webhook', body);
    expect(reply.status).toBe(200);
    expect(reply.body.data.webhook).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/),
      storeId,
      channel: 'http',
      url,
      events: ['refund.failed', 'order.completed'],
      testMode: true,
      secret: 'shared',
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
  });

  it('accepts production webhooks from a production key', async () => {
    const { merchant, storeId } = await makeSetting();
    const webhook = await makeWebhook(merchant, storeId, url, { testMode: false });
    expect(webhook).toMatchObject({ testMode: false, secret: null });
  });

  it.each([
    ['feishu', 'https://open.feishu.cn/open-apis/bot/v2/hook/0c9a-token', undefined],
    ['discord', discord, undefined],
    ['telegram', 'https://api.telegram.org/bot123456:ABC-token/sendMessage', '8737101383'],
    ['slack', 'https://hooks.slack.com/services/T0/B0/token', undefined],
  ])('stores the token of %s sealed and returns it in full', async (channel, address, secret) => {
    const reply = await send({ channel, url: address, secret });
    expect(reply.status).toBe(200);
    const { webhook } = reply.body.data;
    expect(webhook.url).toBe(address);
    expect(webhook.secret).toBe(secret ?? null);
    const [row] = await test.database.query<{ text: string }>(
      sql`select webhook::text as text from webhook where id = ${webhook.id}`,
    );
    expect(row?.text).not.toMatch(/token|8737101383/i);
  });

  it('takes a key of Standard Webhooks, and any text on other channels', async () => {
    const secret = `whsec_${Buffer.alloc(24).toString('base64')}`;
    expect((await send({ secret })).body.data.webhook.secret).toBe(secret);
    expect((await send({ channel: 'discord', url: discord, secret: 'whsec_' })).status).toBe(200);
  });

  it('accepts a webhook that subscribes to nothing', async () => {
    for (const events of [[], null]) {
      const reply = await send({ events });
      expect(reply.body.data.webhook.events).toEqual([]);
    }
  });

  it('ignores undocumented fields', async () => {
    const reply = await send({ id: 'mine', disabledAt: '2020-01-01', createdAt: '2020-01-01' });
    expect(reply.body.data.webhook.id).not.toBe('mine');
    expect(reply.body.data.webhook.createdAt).not.toContain('2020');
  });

  it('replays the answer for the same idempotency key', async () => {
    const { merchant, storeId } = await makeSetting();
    const headers = { 'x-idempotency-key': 'one-webhook' };
    const body = { storeId, ...complete };
    const first = await merchant.call('store/add-webhook', body, { headers });
    const second = await merchant.call('store/add-webhook', body, { headers });
    expect(second.text).toBe(first.text);
  });

  it('lets an admin add', async () => {
    const { merchant, storeId } = await makeSetting();
    const admin = await makeMember(test, merchant, storeId, 'admin');
    expect((await admin.call('store/add-webhook', { storeId, ...complete })).status).toBe(200);
  });

  it('creates exactly 20 webhooks in 60 concurrent calls', needs('server'), async () => {
    const { merchant, storeId } = await makeSetting();
    const calls = Array.from({ length: 60 }, () =>
      merchant.call('store/add-webhook', { storeId, ...complete }),
    );
    const replies = await Promise.all(calls);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(40);
  });
});

describeErrorRows(addWebhook, {
  missingStoreId: () => send({ storeId: undefined }),
  malformedStoreId: { got: 'STO_1', send: () => send({ storeId: 'STO_1' }) },
  invalidChannel: () => send({ channel: 'pager' }),
  missingUrl: () => send({ url: ' ' }),
  invalidUrl: () => send({ url: 'not a url' }),
  missingEvents: () => send({ events: 'order.completed' }),
  unknownEvent: { got: 'order.lost', send: () => send({ events: ['order.lost'] }) },
  missingTestMode: () => send({ testMode: undefined }),
  invalidSecret: () => send({ secret: 'x'.repeat(513) }),
  malformedSecret: () => send({ secret: ' whsec_c2hvcnQ= ' }),
  missingSecret: () =>
    send({ channel: 'telegram', url: 'https://api.telegram.org/bot1:A/sendMessage' }),
  insecureUrl: () => send({ url: 'http://hooks.example.com/' }),
  refusedAddress: () => send({ url: 'https://10.0.0.1/' }),
  foreignAddress: async () => {
    const workflow = 'https://hooks.slack.com/triggers/T0/1/token';
    expect((await send({ channel: 'slack', url: workflow })).status).toBe(400);
    return send({ channel: 'slack', url: discord });
  },
  forbidden: async () => {
    expect((await send({ testMode: false })).status).toBe(403);
    const { merchant, storeId } = await makeSetting();
    const member = await makeMember(test, merchant, storeId, 'member');
    return member.call('store/add-webhook', { storeId, ...complete });
  },
  storeNotFound: async () => {
    const { merchant, storeId } = await makeSetting();
    const stranger = await makeMerchant(test);
    const reply = await stranger.call('store/add-webhook', { storeId, ...complete });
    await merchant.call('store/delete-store', { id: storeId });
    const deleted = await merchant.call('store/add-webhook', { storeId, ...complete });
    expect(deleted.text).toBe(reply.text);
    return reply;
  },
  tooManyWebhooks: async () => {
    const { merchant, storeId } = await makeSetting();
    for (let count = 0; count < 20; count += 1) await makeWebhook(merchant, storeId, url);
    return merchant.call('store/add-webhook', { storeId, ...complete });
  },
});

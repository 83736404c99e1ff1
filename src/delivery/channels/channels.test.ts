import { describe, expect, it } from 'vitest';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { closeReceivers, type Received, startReceiver } from '../../../test/support/receiver.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../../../test/support/webhook.ts';
import { EVENT_TYPES } from '../../events/event-types.ts';
import { sampleEvent } from '../../events/sample-event.ts';
import type { Channel, OutgoingEvent } from './channel.ts';
import { discord } from './discord.ts';
import { feishu } from './feishu.ts';
import { slack } from './slack.ts';
import { telegram } from './telegram.ts';

const test = useTestApp({ WEBHOOK_RETRY_SCHEDULE: '60' });
closeReceivers();

const CHAT: Readonly<Record<string, Channel>> = { feishu, discord, telegram, slack };

/** Product names that try to break out of a message. */
const HOSTILE = [
  '<script>alert(1)</script></code></b>',
  '<!channel> <@U123> @everyone @here <@&1> <#1>',
  '[free](https://evil.example) <https://evil.example|free> https://evil.example',
  '`code` ``` *bold* _it_ ~no~ ||spoiler|| > quote \\',
  'a\nb\u2028c\u202eevil\u0007\u200b',
  '\u200b\u202e',
  '&lt;b&gt; &amp; "quotes"',
  '🐎'.repeat(3_000),
  'x'.repeat(10_000),
];

function hostileEvent(eventType: OutgoingEvent['eventType'], text: string): OutgoingEvent {
  const now = new Date('2026-03-10T08:30:00.000Z');
  const { data, eventId } = sampleEvent(eventType, now);
  const strings = Object.entries(data).map(([name, value]) => [
    name,
    typeof value === 'string' ? text : value,
  ]);
  const extra = { merchantProvidedBuyerIdentity: text, orderMerchantExternalId: text };
  const body = JSON.stringify({
    timestamp: now.toISOString(),
    mode: 'test',
    storeName: text,
    data: { ...Object.fromEntries(strings), ...extra },
  });
  return { eventId, eventType, environment: 'test', body, secret: '-100' };
}

/** Every value of the message shown to readers, and its length limit. */
function shownTexts(name: string, body: string): { text: string; limit: number }[] {
  const message = JSON.parse(body);
  if (name === 'telegram') return [{ text: message.text, limit: 4_096 }];
  if (name === 'feishu') {
    const [div] = message.card.elements;
    return div.fields.map((one: { text: { content: string } }) => ({
      text: one.text.content,
      limit: 1_000,
    }));
  }
  const { fields } = name === 'slack' ? message.attachments[0] : message.embeds[0];
  return fields.map(({ value }: { value: string }) => ({ text: value, limit: 1_024 }));
}

describe.each(Object.keys(CHAT))('the %s channel', (name) => {
  it.each(
    EVENT_TYPES,
  )('keeps %s within its limits and its markup, whatever the text', async (type) => {
    for (const text of HOSTILE) {
      const { body } = await (CHAT[name] as Channel).render(hostileEvent(type, text), new Date());
      expect(Buffer.byteLength(body)).toBeLessThan(20_000);
      const shown = shownTexts(name, body);
      expect(shown.length).toBeGreaterThan(0);
      for (const { text: value, limit } of shown) {
        expect(value.length).toBeLessThanOrEqual(limit);
        expect(value.isWellFormed()).toBe(true);
        expect(value).not.toMatch(/[\p{Cf}\u2028]/u);
        if (name === 'discord') expect(value).toMatch(/^`[^`\n]+`$/);
        if (name === 'slack') expect(value).toMatch(/^`[^`\n<>]+`$/);
      }
      if (name === 'telegram') {
        const tags = shown[0]?.text.replace(/<code>[^<>]*<\/code>/g, '').match(/<[^>]*>/g);
        expect(tags).toEqual(['<b>', '</b>']);
      }
      if (name === 'discord') {
        const total = shown.reduce((sum, { text: value }) => sum + value.length, 0);
        expect(total).toBeLessThan(6_000);
        expect(JSON.parse(body).allowed_mentions).toEqual({ parse: [] });
      }
    }
  });

  it('arrives unsigned, with the relevant facts', async () => {
    const receiver = await startReceiver((response) => response.end('{"code":0}'));
    const merchant = await makeMerchant(test);
    const { id: storeId } = await makeStore(merchant, 'Café');
    const secret = name === 'telegram' ? '-100' : undefined;
    await makeWebhook(merchant, storeId, receiver.url, { channel: name, secret });
    await merchant.call('store/send-test-event', { storeId });
    await test.app.worker.runOnce();
    const { headers, body } = receiver.received[0] as Received;
    expect(headers['x-service-signature']).toBeUndefined();
    for (const text of ['[Test] [Sample] New order', '29.00 USD', 'buyer@example.com', 'Café']) {
      expect(body).toContain(text);
    }
    if (name === 'telegram') expect(JSON.parse(body)).toMatchObject({ chat_id: '-100' });
    expect(await readDeliveries(test, storeId)).toMatchObject([{ status: 'success' }]);
  });
});

it('counts a refusal in a Feishu response as a failed attempt', async () => {
  const receiver = await startReceiver((response) => response.end('{"code":19001,"msg":"no"}'));
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  await makeWebhook(merchant, storeId, receiver.url, { channel: 'feishu' });
  await emit(test, storeId);
  await test.app.worker.runOnce();
  const failure = 'Message was not accepted';
  expect(await readDeliveries(test, storeId)).toMatchObject([{ status: 'pending', failure }]);
});

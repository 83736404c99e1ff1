import { beforeAll, describe, expect, it } from 'vitest';
import { makeMerchant, makeStore } from '../../test/support/merchant.ts';
import { closeReceivers, startReceiver } from '../../test/support/receiver.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { emit, makeWebhook } from '../../test/support/webhook.ts';
import { CHAT_LIMITS, createChatBudget } from './chat-limits.ts';

const test = useTestApp({ WEBHOOK_RETRY_SCHEDULE: '1' });
closeReceivers();
// On a busy machine, the pause could end before the check.
beforeAll(() => test.clock.stop());

const CHANNELS = ['discord', 'telegram', 'slack', 'feishu'] as const;

async function makeSetting(channel: (typeof CHANNELS)[number], status: () => number) {
  const receiver = await startReceiver((response) => {
    response.writeHead(status(), { 'retry-after': '30' }).end('{}');
  });
  const merchant = await makeMerchant(test);
  const { id } = await makeStore(merchant);
  await makeWebhook(merchant, id, receiver.url, { channel, secret: '-100' });
  for (let count = 0; count < 3; count += 1) await emit(test, id);
  return receiver;
}

describe('the rate limits of chat platforms', () => {
  it.each(CHANNELS)('lets one message at a time through to %s', async (channel) => {
    const receiver = await makeSetting(channel, () => 200);
    await test.app.worker.runOnce();
    expect(receiver.received).toHaveLength(1);
    await test.app.worker.runOnce();
    expect(receiver.received).toHaveLength(1);
    for (const count of [2, 3]) {
      test.clock.advance(CHAT_LIMITS[channel]?.pauseMs ?? 0);
      await test.app.worker.runOnce();
      expect(receiver.received).toHaveLength(count);
    }
  });

  it('pauses for as long as a 429 asks', async () => {
    let status = 429;
    const receiver = await makeSetting('discord', () => status);
    await test.app.worker.runOnce();
    status = 200;
    test.clock.advance(20_000);
    await test.app.worker.runOnce();
    expect(receiver.received).toHaveLength(1);
    test.clock.advance(15_000);
    await test.app.worker.runOnce();
    expect(receiver.received).toHaveLength(2);
  });

  it('counts the messages to all webhooks of a platform per second', () => {
    let time = 0;
    const budget = createChatBudget(() => time);
    const most = CHAT_LIMITS.telegram?.perSecond ?? 0;
    for (let count = 0; count < most; count += 1) budget.spend('telegram');
    expect(budget.left()).toMatchObject({ telegram: 0, discord: CHAT_LIMITS.discord?.perSecond });
    expect(budget.left().http).toBeUndefined();
    time = 1_000;
    expect(budget.left().telegram).toBe(most);
  });
});

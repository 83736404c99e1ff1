import { describe, expect, it } from 'vitest';
import { makeMerchant, makeStore } from '../../test/support/merchant.ts';
import { closeReceivers, startReceiver } from '../../test/support/receiver.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../../test/support/webhook.ts';
import { sql } from '../database/database.ts';
import { decodeId } from '../kit/id.ts';

const test = useTestApp({ WEBHOOK_RETRY_SCHEDULE: '1' });
closeReceivers();
const hour = 3_600_000;

/** The mails to the merchant about webhooks, oldest first. */
async function mailsOf(storeId: string): Promise<string[]> {
  const rows = await test.database.query<{ type: string }>(sql`
    select event_type as type from email_delivery
    where store_id = ${decodeId('STO', storeId)} and event_type like 'webhook.%'
    order by created_at, id`);
  return rows.map(({ type }) => type);
}

async function makeSetting() {
  const answer = { status: 500 };
  const receiver = await startReceiver((response) => response.writeHead(answer.status).end());
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  const { id: webhookId } = await makeWebhook(merchant, storeId, `${receiver.url}/secret-token`);
  const deliverAfter = async (ms: number) => {
    test.clock.advance(ms);
    await emit(test, storeId);
    await test.app.worker.runOnce();
  };
  return { answer, receiver, merchant, storeId, webhookId, deliverAfter };
}

describe('a webhook that fails', () => {
  it('warns after an hour, a day and four days, and reports when it is disabled', async () => {
    const { answer, receiver, merchant, storeId, webhookId, deliverAfter } = await makeSetting();
    await deliverAfter(0);
    await deliverAfter(hour / 2);
    expect(await mailsOf(storeId)).toEqual([]);
    await deliverAfter(hour);
    await deliverAfter(hour);
    expect(await mailsOf(storeId)).toEqual(['webhook.failing']);
    await deliverAfter(24 * hour);
    await deliverAfter(80 * hour);
    expect(await mailsOf(storeId)).toHaveLength(3);
    await deliverAfter(24 * hour);
    expect(await mailsOf(storeId)).toEqual([
      ...Array(3).fill('webhook.failing'),
      'webhook.disabled',
    ]);
    const texts = await test.database.query<{ text: string }>(sql`
      select subject || content::text as text from email_delivery
      where store_id = ${decodeId('STO', storeId)}`);
    expect(JSON.stringify(texts)).not.toContain('secret-token');
    // Events in the meantime are delivered once the webhook is enabled again.
    await deliverAfter(hour);
    const before = receiver.received.length;
    answer.status = 200;
    await merchant.call('store/update-webhook', { id: webhookId });
    await test.app.worker.runOnce();
    expect(receiver.received.length).toBeGreaterThan(before);
    expect((await readDeliveries(test, storeId)).at(-1)).toMatchObject({ status: 'success' });
  });

  it('starts again after the webhook was changed', async () => {
    const { answer, merchant, storeId, webhookId, deliverAfter } = await makeSetting();
    await deliverAfter(0);
    await deliverAfter(2 * hour);
    expect(await mailsOf(storeId)).toHaveLength(1);
    answer.status = 200;
    await merchant.call('store/update-webhook', { id: webhookId });
    await deliverAfter(hour);
    answer.status = 500;
    await deliverAfter(hour);
    await deliverAfter(2 * hour);
    expect(await mailsOf(storeId)).toHaveLength(2);
  });

  it('starts again after one success', async () => {
    const { answer, storeId, deliverAfter } = await makeSetting();
    await deliverAfter(0);
    await deliverAfter(2 * hour);
    expect(await mailsOf(storeId)).toHaveLength(1);
    answer.status = 200;
    await deliverAfter(hour);
    answer.status = 500;
    await deliverAfter(hour);
    await deliverAfter(hour / 2);
    expect(await mailsOf(storeId)).toHaveLength(1);
    await deliverAfter(hour);
    expect(await mailsOf(storeId)).toHaveLength(2);
  });

  it('reports one that is gone immediately', async () => {
    const { answer, storeId, deliverAfter } = await makeSetting();
    answer.status = 410;
    await deliverAfter(0);
    expect(await mailsOf(storeId)).toEqual(['webhook.disabled']);
  });
});

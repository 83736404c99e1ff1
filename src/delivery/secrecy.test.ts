import { describe, expect, it } from 'vitest';
import { deliverOnce } from '../../test/support/delivering.ts';
import { makeMerchant, makeStore } from '../../test/support/merchant.ts';
import { closeReceivers, startReceiver } from '../../test/support/receiver.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { emit, makeWebhook } from '../../test/support/webhook.ts';
import { sql } from '../database/database.ts';

const test = useTestApp({ WEBHOOK_RETRY_SCHEDULE: '60', WEBHOOK_TIMEOUT_MS: '500' });
closeReceivers();

const TOKEN = 'tok-3c9f1b77';

describe('tokens in webhook addresses', () => {
  it('appear in no log line, delivery or attempt, however an attempt ends', async () => {
    const refusing = await startReceiver((response) => response.writeHead(500).end('no'));
    const gone = await startReceiver((response) => response.writeHead(410).end());
    const silent = await startReceiver(() => {});
    const urls = [
      `${refusing.url}/${TOKEN}`,
      `${gone.url}?key=${TOKEN}`,
      `${silent.url}/${TOKEN}`,
      `http://127.0.0.1:1/${TOKEN}`,
      `http://no-such-name.invalid/${TOKEN}`,
    ];
    const merchant = await makeMerchant(test);
    const { id: storeId } = await makeStore(merchant);
    for (const url of urls) {
      await makeWebhook(merchant, storeId, url);
      await makeWebhook(merchant, storeId, url, { channel: 'discord' });
    }
    await emit(test, storeId);
    // Keeps leases from expiring on a slow machine.
    test.clock.stop();
    const lines = await deliverOnce(test);
    const attempts = lines.filter((line) => line.includes('delivery attempt'));
    expect(attempts).toHaveLength(urls.length * 2);
    expect(lines.filter((line) => line.includes('webhook disabled'))).toHaveLength(2);
    expect(lines.join('\n')).not.toContain(TOKEN);
    const rows = await test.database.query<{ text: string }>(sql`
      select webhook_delivery::text as text from webhook_delivery
      union all select webhook_attempt::text from webhook_attempt
      union all select webhook::text from webhook where channel = 'discord'`);
    expect(rows.length).toBeGreaterThan(urls.length * 4);
    expect(rows.map(({ text }) => text).join('\n')).not.toContain(TOKEN);
  });
});

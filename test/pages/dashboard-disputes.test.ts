import { expect, it } from 'vitest';
import type { RecordedDispute } from '../../src/contract/dispute.ts';
import { sql } from '../../src/database/database.ts';
import { recordDispute } from '../../src/domain/dispute/record-dispute.ts';
import { decodeId, encodeId, type Id } from '../../src/kit/id.ts';
import { addMs } from '../../src/kit/time.ts';
import { makeClub, subscribe } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { expectUsable, openAs, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

describeInChromium('a disputed payment', () => {
  it('is shown until it is decided, on the pages of the payment and its subscription', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    const storeId = decodeId('STO', club.store.id) as Id<'STO'>;
    const [payment] = (await test.database.query(sql`
      select id from payment where store_id = ${storeId}`)) as [{ id: Id<'PAY'> }];
    const record = (status: RecordedDispute['status']) => {
      const now = test.clock.now();
      const amount = { amountMinor: 990n, currency: 'USD' };
      const facts = { reference: 'dp_1', reason: 'product_not_received', amount };
      const respondBy = status === 'open' ? addMs(now, WEEK_MS) : null;
      const key = { id: payment.id, storeId };
      return test.database.transaction((tx) =>
        recordDispute(tx, key, { ...facts, status, respondBy }, now),
      );
    };
    await record('open');

    const page = await openAs(
      ...([test, browser, club.merchant] as const),
      `test/${club.store.id}/subscriptions/${orderId}`,
    );
    const notice = page.getByRole('alert', { name: 'The buyer disputed $9.90' });
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await notice.getByText('product not received').waitFor();
    await page.getByText('doesn’t renew while a payment is disputed').waitFor();
    await timeline.getByText('Buyer disputed $9.90').waitFor();
    expect(await timeline.getByText('Renews for').count()).toBe(0);
    await expectUsable(page);

    const path = `/dashboard/test/${club.store.id}/payments/${encodeId('PAY', payment.id)}`;
    await page.goto(test.baseUrl + path);
    await notice.getByText('Respond to the dispute through the payment provider by').waitFor();
    await page.getByText('Can’t be refunded: the buyer disputed the payment.').waitFor();
    expect(await page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0);
    await expectUsable(page);

    await record('lost');
    await page.reload();
    await timeline.getByText('Dispute of $9.90 lost').waitFor();
    expect(await notice.count()).toBe(0);
    await page.getByText('Can’t be refunded: the buyer disputed the payment.').waitFor();
  });
});

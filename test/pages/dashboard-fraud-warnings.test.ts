import { expect, it } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { decodeId, encodeId, type Id } from '../../src/kit/id.ts';
import { recordDisputeOf } from '../support/disputing.ts';
import { recordFraudWarningOf } from '../support/fraud-warning.ts';
import { makeSale, ticketBody } from '../support/refunding.ts';
import { dataOf } from '../support/selling.ts';
import { makeClub, subscribe } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { expectUsable, openAs, useDashboardBrowser } from './dashboard-visit.ts';

const NOTICE = 'The buyer’s bank suspects that the payment of $9.90 is fraud';
const test = useTestApp();
const browser = useDashboardBrowser();

describeInChromium('a payment that the bank suspects to be fraud', () => {
  it.each([
    'light',
    'dark',
  ] as const)('is shown with what to do, until it is refunded, in %s', async (colorScheme) => {
    const sale = await makeSale(test);
    const { shop, orderId, paymentId } = sale;
    await recordFraudWarningOf(test, sale);
    const { merchant, store } = shop;
    const place = `test/${store.id}`;
    const page = await openAs(test, browser, merchant, `${place}/orders/${orderId}`, {
      colorScheme,
    });
    const notice = page.getByRole('alert', { name: NOTICE });
    const moment = page.getByRole('region', { name: 'Timeline' }).getByText('Bank suspects fraud');
    await notice.getByText('The bank’s reason: made with stolen card').waitFor();
    expect(await notice.getByText('still renews').count()).toBe(0);
    await moment.waitFor();
    await expectUsable(page);

    await page.goto(`${test.baseUrl}/dashboard/${place}/payments/${paymentId}`);
    await notice.getByText('refund the payment now if it isn’t right').waitFor();
    await expectUsable(page);

    dataOf(await merchant.call('refund-ticket/create-ticket', ticketBody(sale)));
    await test.app.worker.runOnce();
    await page.reload();
    await moment.waitFor();
    expect(await notice.count()).toBe(0);
  });

  it('is only shown as disputed once it is', async () => {
    const sale = await makeSale(test);
    await recordFraudWarningOf(test, sale);
    await recordDisputeOf(test, sale);
    const { merchant, store } = sale.shop;
    const path = `test/${store.id}/payments/${sale.paymentId}`;
    const page = await openAs(test, browser, merchant, path);
    await page.getByRole('alert', { name: 'The buyer disputed $9.90' }).waitFor();
    expect(await page.getByRole('alert', { name: NOTICE }).count()).toBe(0);
  });

  it('is shown on the page of its subscription, which should be ended', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    const [payment] = await test.database.query<{ id: Id<'PAY'> }>(sql`
      select id from payment where store_id = ${decodeId('STO', club.store.id)}`);
    const paymentId = encodeId('PAY', payment?.id as Id<'PAY'>);
    await recordFraudWarningOf(test, { shop: club, paymentId });
    const path = `test/${club.store.id}/subscriptions/${orderId}`;
    const page = await openAs(test, browser, club.merchant, path);
    const notice = page.getByRole('alert', { name: NOTICE });
    await notice.getByText('If its subscription still renews, end that as well.').waitFor();
    await expectUsable(page);
  });
});

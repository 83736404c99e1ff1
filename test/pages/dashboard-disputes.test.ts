import { expect, it } from 'vitest';
import type { RecordedDispute } from '../../src/contract/dispute.ts';
import { sql } from '../../src/database/database.ts';
import { recordDispute } from '../../src/domain/dispute/record-dispute.ts';
import { decodeId, encodeId, type Id } from '../../src/kit/id.ts';
import { addMs } from '../../src/kit/time.ts';
import { changePlan, makeMember } from '../support/changing.ts';
import { makeSale, makeTicket } from '../support/refunding.ts';
import type { Shop } from '../support/selling.ts';
import { advanceDays, makeClub, subscribe } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { expectUsable, openAs, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

const open = ({ merchant, store }: Shop, path: string) =>
  openAs(test, browser, merchant, `test/${store.id}/${path}`);

/** The payment of an order, and how to record its dispute. */
async function disputing(orderId: string) {
  const [payment] = (await test.database.query(sql`
    select id, store_id as "storeId" from payment
    where order_id = ${decodeId('ORD', orderId)}`)) as [{ id: Id<'PAY'>; storeId: Id<'STO'> }];
  const record = (status: RecordedDispute['status']) => {
    const now = test.clock.now();
    const amount = { amountMinor: 990n, currency: 'USD' };
    const facts = { reference: 'dp_1', reason: 'product_not_received', amount };
    const respondBy = status === 'open' ? addMs(now, WEEK_MS) : null;
    return test.database.transaction((tx) =>
      recordDispute(tx, payment, { ...facts, status, respondBy }, now),
    );
  };
  return { paymentId: encodeId('PAY', payment.id), record };
}

describeInChromium('a disputed payment', () => {
  it('is shown until it is decided, on the pages of the payment and its subscription', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    const { paymentId, record } = await disputing(orderId);
    await record('open');

    const page = await open(club, `subscriptions/${orderId}`);
    const notice = page.getByRole('alert', { name: 'The buyer disputed $9.90' });
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await notice.getByText('product not received').waitFor();
    await page.getByText('doesn’t renew while a payment is disputed').waitFor();
    await timeline.getByText('Buyer disputed $9.90').waitFor();
    expect(await timeline.getByText('Renews for').count()).toBe(0);
    await expectUsable(page);

    await page.goto(`${test.baseUrl}/dashboard/test/${club.store.id}/payments/${paymentId}`);
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

  it('is shown on the page of the subscription it stops, once the plan has changed', async () => {
    const member = await makeMember(test);
    const { record } = await disputing(member.orderId);
    await record('open');
    const page = await open(member.club, `subscriptions/${await changePlan(member)}`);
    const notice = page.getByRole('alert', { name: 'The buyer disputed $9.90' });
    await notice.waitFor();
    await page.getByText('doesn’t renew while a payment is disputed').waitFor();
    await page.getByRole('region', { name: 'Timeline' }).getByText('Ordered').waitFor();
    expect(await page.getByText('Renews for').count()).toBe(0);
    await page.getByRole('link', { name: member.orderId }).click();
    await page.getByRole('region', { name: 'Price, monthly' }).getByText('$9.90').waitFor();
    await notice.waitFor();
  });

  it('isn’t refunded by approving a request, which can be returned or rejected', async () => {
    const sale = await makeSale(test);
    const ticket = await makeTicket(sale);
    const page = await open(sale.shop, `refund-tickets/${ticket.id}`);
    const approve = page.getByRole('button', { name: 'Approve and refund' });
    await approve.waitFor();
    const { record } = await disputing(sale.orderId);
    await record('open');
    await page.reload();
    await page.getByText('Can’t be refunded: the buyer disputed the payment.').waitFor();
    await page.getByRole('button', { name: 'Return for changes' }).waitFor();
    expect(await approve.count()).toBe(0);
    await expectUsable(page);
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText('Your decision').waitFor({ state: 'detached' });
  });

  it('doesn’t hide the next event of other subscriptions from the test clock', async () => {
    const club = await makeClub(test);
    const disputed = await subscribe(club);
    const { record } = await disputing(disputed);
    await record('open');
    await advanceDays(club, 40);
    await subscribe(club);
    const page = await open(club, 'test-clock');
    const renewal = page.getByText('A plan renews for $9.90');
    await page.getByRole('button', { name: 'Forward to the next event' }).click();
    await page.getByText(/Everything due by/).waitFor();
    expect(await renewal.count()).toBe(1);

    await page.goto(`${test.baseUrl}/dashboard/test/${club.store.id}/subscriptions/${disputed}`);
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByText('The paid period is over').waitFor();
  });
});

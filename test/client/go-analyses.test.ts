import { describe, expect, it } from 'vitest';
import { ANALYSES } from '../graphql/analyses.ts';
import { createGoSender } from '../support/foreign-sender.ts';
import { GO_ANALYSES } from '../support/go-analyses.ts';
import { makeSale, makeTicket, review } from '../support/refunding.ts';
import { DECLINED_CARD, makeShop, type Shop } from '../support/selling.ts';
import { misfits } from '../support/shapes.ts';
import { addPlan, subscribe, trySubscribing } from '../support/subscribing.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

async function analyze({ merchant, store }: Shop) {
  const now = test.clock.now().getTime();
  const timeRange = {
    startDate: new Date(now - YEAR_MS).toISOString(),
    endDate: new Date(now + YEAR_MS).toISOString(),
  };
  const variables = { storeId: store.id, filter: { timeRange }, g: 'MONTH', c: 'usd' };
  const go = createGoSender(test, merchant);
  const { body } = await go.send('/v1/graphql', { query: ANALYSES, variables });
  expect(body.errors).toBeUndefined();
  return body.data;
}

describe('a client with Go’s types', () => {
  it('reads the nine analyses of a shop with sales, refunds and subscriptions', async () => {
    const shop = await makeShop(test);
    const sale = await makeSale(test, {}, shop);
    await review(sale, (await makeTicket(sale, '3.30')).id, 'approve');
    await makeSale(
      test,
      { session: { priceSnapshot: { amount: '33.33', taxCategory: 'saas' } } },
      shop,
    );
    const club = { ...shop, productId: await addPlan(shop, { metadata: { trialDays: 14 } }) };
    await subscribe(club);
    await trySubscribing(club, { card: DECLINED_CARD, buyer: 'buyer-2' });
    await test.app.worker.runOnce();
    const data = await analyze(shop);
    expect(misfits(GO_ANALYSES, data)).toEqual([]);
    expect(data.distributionAnalysis.orderAmountPercentiles.max).toBe(33.33);
    expect(data.refundTicketAnalysis.ticketTrend).not.toEqual([]);
  });

  it('reads the nine analyses of a shop that has sold nothing', async () => {
    expect(misfits(GO_ANALYSES, await analyze(await makeShop(test)))).toEqual([]);
  });
});

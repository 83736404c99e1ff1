import { describe, expect, it } from 'vitest';
import { makeSale, makeTicket, review, type Sale, ticketBody } from '../support/refunding.ts';
import { dataOf, makeBuyerToken } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { type Ask, askAsBuyer, askAsMerchant, dataFrom } from './asking.ts';

/** Fields that published clients query (docs/contract/graphql.md#fields). */
const test = useTestApp();
const asMerchant = ({ shop }: Sale): Ask => askAsMerchant(test, shop.merchant);

async function refundAsMerchant(sale: Sale, amount: string): Promise<void> {
  const body = ticketBody(sale, amount);
  dataOf(await sale.shop.merchant.call('refund-ticket/create-ticket', body));
  await test.app.worker.runOnce();
}

describe('fields of published clients', () => {
  it('distinguish a fully refunded payment from a partially refunded one', async () => {
    const sale = await makeSale(test);
    const query = `{ payment(id: "${sale.paymentId}") { refundStatus isFullyRefunded
      snapshotDisplayAmount snapshotDisplayCurrency } }`;
    const shown = { snapshotDisplayAmount: '9.90', snapshotDisplayCurrency: 'USD' };
    const ask = asMerchant(sale);
    for (const [amount, refundStatus, isFullyRefunded] of [
      [null, 'none', false],
      ['4.00', 'refunded', false],
      ['5.90', 'refunded', true],
    ] as const) {
      if (amount) await refundAsMerchant(sale, amount);
      const { payment } = await dataFrom(ask(query));
      expect(payment).toEqual({ ...shown, refundStatus, isFullyRefunded });
    }
  });

  it('show the amounts of a one-time order in minor units, and its product', async () => {
    const sale = await makeSale(test);
    const amounts = 'subtotal { ...a } taxAmount { amount } total { amount currency display }';
    const query = `{ onetimeOrder(id: "${sale.orderId}") { product { id }
      ${amounts.replace('...a', 'amount currency')} } }`;
    const { onetimeOrder } = await dataFrom(asMerchant(sale)(query));
    expect(onetimeOrder).toEqual({
      product: { id: sale.shop.productId },
      subtotal: { amount: '990', currency: 'USD' },
      taxAmount: { amount: '0' },
      total: { amount: '990', currency: 'USD', display: '9.90' },
    });
  });

  it('show who requested a refund, for which payment, and how much', async () => {
    const sale = await makeSale(test);
    const own = await makeTicket(sale, '2.00');
    await review(sale, own.id, 'reject', 'No');
    await refundAsMerchant(sale, '1.50');
    const query = `query ($id: String!) { refundTickets(filter: { subjectId: { eq: $id } }) {
      submitterType submitterId subjectId requestedAmount { amount currency } } }`;
    const variables = { id: sale.paymentId };
    const { merchant } = sale.shop;
    const requested = (amount: string) => ({ amount, currency: 'USD' });
    const ofBoth = { subjectId: sale.paymentId };
    const byBuyer = { submitterType: 'customer', submitterId: 'buyer-1' };
    const customers = { ...ofBoth, ...byBuyer, requestedAmount: requested('2.00') };
    const byMerchant = { submitterType: 'merchant', submitterId: merchant.shortId };
    const merchants = { ...ofBoth, ...byMerchant, requestedAmount: requested('1.50') };
    const ask = asMerchant(sale);
    expect((await dataFrom(ask(query, variables))).refundTickets).toEqual([merchants, customers]);
    expect((await dataFrom(ask(query, { id: 'PAY_none' }))).refundTickets).toEqual([]);
    const asBuyer = askAsBuyer(test, await makeBuyerToken(sale.shop));
    expect((await dataFrom(asBuyer(query, variables))).refundTickets).toEqual([customers]);
  });

  it('come with directives at the locations that every library knows', async () => {
    const ask = asMerchant(await makeSale(test));
    const { __schema } = await dataFrom(ask('{ __schema { directives { name locations } } }'));
    expect(__schema.directives.map(({ name }: { name: string }) => name)).toContain('deprecated');
    expect(JSON.stringify(__schema.directives)).not.toContain('DIRECTIVE_DEFINITION');
  });

  it('are deprecated if there is a newer name', async () => {
    const sale = await makeSale(test);
    const query = `{ __schema { types { name
      fields(includeDeprecated: true) { name isDeprecated deprecationReason } } } }`;
    const { __schema } = await dataFrom(asMerchant(sale)(query));
    const marked = __schema.types.flatMap(
      (type: {
        name: string;
        fields: { name: string; deprecationReason: string | null }[] | null;
      }) =>
        (type.fields ?? [])
          .filter(({ deprecationReason }) => deprecationReason)
          .map(({ name }) => `${type.name}.${name}`),
    );
    expect(marked.sort()).toEqual([
      'CustomerAnalysis.totalCustomers',
      'OnetimeOrder.product',
      'OrderStatistics.countByStatus',
      'Payment.snapshotDisplayAmount',
      'Payment.snapshotDisplayCurrency',
      'PaymentStatistics.totalSucceededAmount',
      'PaymentStatistics.totalSucceededCount',
      'PaymentStatistics.totalSucceededCurrency',
      'SubscriptionOrder.cancelAt',
      'SubscriptionOrder.product',
      'TrendAnalysis.revenueByPeriod',
    ]);
  });
});

import { type GraphQLObjectType, type GraphQLSchema, graphql } from 'graphql';
import { type Queryable, raw, sql } from '../../src/database/database.ts';
import { rootFields } from '../../src/graphql/roots.ts';
import { createSchema } from '../../src/graphql/schema.ts';
import { decodeId, encodeId, type Id, type IdPrefix } from '../../src/kit/id.ts';
import { formatAmount, minorDigits } from '../../src/kit/money.ts';

/** The same queries answered by plain graphql-js: rows in memory, loops, none of our SQL. */
// biome-ignore lint/suspicious/noExplicitAny: rows of any table
type Row = any;
type Args = Readonly<Record<string, Row>>;

const TABLES = [
  'store',
  'product',
  'product_version',
  'product_version_shown',
  'orders',
  'subscription',
  'subscription_period',
  'payment',
  'refund',
  'refund_ticket',
  'refund_ticket_version',
  'dispute',
  'fraud_warning',
  'store_merchant',
] as const;
type Tables = Readonly<Record<(typeof TABLES)[number], readonly Row[]>>;

export async function readTables(db: Queryable): Promise<Tables> {
  const entries = [];
  for (const table of TABLES) {
    entries.push([table, await db.query(sql`select * from ${raw(table)}`)] as const);
  }
  return Object.fromEntries(entries) as unknown as Tables;
}

/** Answers for the merchant with the environment's key. */
export function createOracle(tables: Tables, merchantId: string, environment: 'test' | 'prod') {
  const schema = createSchema(rootFields(null));
  const roots = makeRoots(tables, merchantId, environment);
  return (source: string) => graphql({ schema: withTypes(schema), source, rootValue: roots });
}

/** Objects carry their type name. */
function withTypes(schema: GraphQLSchema): GraphQLSchema {
  const order = schema.getType('Order') as unknown as { resolveType: (value: Row) => string };
  order.resolveType = (value) => value.typeName;
  for (const name of ['OnetimeOrder', 'SubscriptionOrder']) {
    (schema.getType(name) as GraphQLObjectType).isTypeOf = (value: Row) => value.typeName === name;
  }
  return schema;
}

const iso = (time: Date | null) => time?.toISOString() ?? null;
const short = (prefix: IdPrefix, id: string | null) => id && encodeId(prefix, id as Id<IdPrefix>);
const money = (minor: bigint | number, currency: string) => formatAmount(BigInt(minor), currency);
const inMinor = (minor: bigint, currency: string) => ({
  ...{ amount: minor.toString(), currency, display: money(minor, currency) },
});
const newest = (a: Row, b: Row) =>
  b.created_at - a.created_at || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

const larger = (a: Row, b: Row) => {
  const [one, other] = [a, b].map((row) => row.total_minor ?? row.amount_minor);
  return one < other ? 1 : one > other ? -1 : a.id < b.id ? 1 : -1;
};
/** In the order of the enum's values: newest, oldest, largest and smallest first. */
const SORTED = [newest, (a: Row, b: Row) => newest(b, a), larger, (a: Row, b: Row) => larger(b, a)];

const dispute = (row: Row) => ({
  ...{ status: row.status, reason: row.reason, currency: row.currency },
  amount: money(row.amount_minor, row.currency),
  respondBy: iso(row.respond_by),
  createdAt: iso(row.created_at),
  closedAt: iso(row.closed_at),
});

const fraudWarning = (row: Row) => ({ reason: row.reason, createdAt: iso(row.created_at) });

function makeRoots(t: Tables, merchantId: string, environment: 'test' | 'prod') {
  const mine = new Set(
    t.store_merchant.filter((row) => row.merchant_id === merchantId).map((row) => row.store_id),
  );
  const visible = (row: Row) => mine.has(row.store_id) && row.environment === environment;
  const all = {
    store: t.store.filter((row) => mine.has(row.id)),
    onetime: t.product.filter(
      (row) => mine.has(row.store_id) && row.kind === 'onetime' && row[`${environment}_version_id`],
    ),
    subscription: t.product.filter(
      (row) =>
        mine.has(row.store_id) && row.kind === 'subscription' && row[`${environment}_version_id`],
    ),
    orders: t.orders.filter(visible),
    payment: t.payment.filter(visible),
    refund: t.refund.filter(visible),
    ticket: t.refund_ticket.filter(visible),
  };
  const find = (rows: readonly Row[], id: string) => rows.find((row) => row.id === id);
  const list = (rows: readonly Row[], view: (row: Row) => Row) => (args: Args) =>
    choose(rows, view, args).slice(
      args.offset ?? 0,
      (args.offset ?? 0) + Math.min(args.limit, 100),
    );
  const choose = (rows: readonly Row[], view: (row: Row) => Row, { filter, orderBy }: Args) =>
    [...rows]
      .sort(SORTED[orderBy ?? 0])
      .map(view)
      .filter((object) => meets(object, filter));

  const store = (row: Row): Row => ({
    id: short('STO', row.id),
    name: row.name,
    slug: row.slug,
    status: row.status,
    logo: row.logo,
    supportEmail: row.support_email,
    website: row.website,
    businessName: row.business_name,
    taxId: row.tax_id,
    businessAddress: row.business_address,
    prodEnabled: row.prod_enabled,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
    onetimeProducts: list(
      all.onetime.filter((other) => other.store_id === row.id),
      product,
    ),
    subscriptionProducts: list(
      all.subscription.filter((other) => other.store_id === row.id),
      product,
    ),
  });
  const content = (version: Row) => ({
    name: version.name,
    description: version.description,
    successUrl: version.success_url,
    billingPeriod: version.billing_period,
    prices: Object.keys(version.prices)
      .sort()
      .map((currency) => {
        const price = version.prices[currency];
        return {
          currency,
          priceInfo: {
            amount: money(price.amountMinor, currency),
            taxCategory: price.taxCategory,
            taxIncluded: price.taxIncluded,
            trialAmount:
              price.trialAmountMinor === undefined ? null : money(price.trialAmountMinor, currency),
          },
        };
      }),
    media: version.media,
  });
  const product = (row: Row): Row => {
    const shown = find(t.product_version, row[`${environment}_version_id`]);
    return {
      ...content(shown),
      id: short('PROD', row.id),
      storeId: short('STO', row.store_id),
      status: row[`${environment}_status`],
      version: shown.version_number,
      hasProdVersion: row.prod_version_id !== null,
      createdAt: iso(row.created_at),
      updatedAt: iso(row[`${environment}_updated_at`]),
      store: () => store(find(all.store, row.store_id)),
    };
  };
  const version = (row: Row): Row => {
    const of = find(t.product, row.product_id);
    const shown = t.product_version_shown.some(
      (other) => other.version_id === row.id && other.environment === environment,
    );
    if (!shown) return null;
    return {
      ...content(row),
      id: short('PVER', row.id),
      productId: short('PROD', row.product_id),
      versionNumber: row.version_number,
      createdAt: iso(row.created_at),
      isTestVersion: of.test_version_id === row.id,
      isProdVersion: of.prod_version_id === row.id,
    };
  };
  const refundedOf = (row: Row) =>
    t.refund
      .filter((other) => other.payment_id === row.id && other.status === 'succeeded')
      .reduce((sum: bigint, other) => sum + other.amount_minor, 0n);
  const ofOrder = (row: Row) => ({
    buyerEmail: row.buyer_email,
    productId: short('PROD', row.product_id),
    billingCountry: row.billing_detail.country,
  });
  const order = (row: Row): Row => {
    const totals = {
      subtotal: money(row.subtotal_minor, row.currency),
      taxAmount: money(row.tax_minor, row.currency),
      total: money(row.total_minor, row.currency),
      taxCategory: row.tax_category,
    };
    const sold = [...all.onetime, ...all.subscription].find((other) => other.id === row.product_id);
    const s = t.subscription.find((other) => other.order_id === row.id);
    const trial = money(s?.trial_minor ?? 0, row.currency);
    const charged = t.payment.filter(
      (other) => other.order_id === row.id && other.status === 'succeeded',
    );
    const paid = charged.reduce((sum: bigint, other) => sum + other.amount_minor, 0n);
    const back = charged.reduce((sum: bigint, other) => sum + refundedOf(other), 0n);
    const common = {
      id: short('ORD', row.id),
      storeId: short('STO', row.store_id),
      status: row.status,
      currency: row.currency,
      testMode: row.environment === 'test',
      buyerEmail: row.buyer_email,
      merchantProvidedBuyerIdentity: row.buyer_identity,
      orderMerchantExternalId: row.merchant_external_id,
      billingDetail: row.billing_detail,
      productId: short('PROD', row.product_id),
      billingCountry: row.billing_detail.country,
      paidAmount: money(paid, row.currency),
      refundedAmount: money(back, row.currency),
      netAmount: money(paid - back, row.currency),
      createdAt: iso(row.created_at),
      updatedAt: iso(row.updated_at),
      store: () => store(find(all.store, row.store_id)),
      payments: list(
        all.payment.filter((other) => other.order_id === row.id),
        payment,
      ),
      productVersion: () => version(find(t.product_version, row.product_version_id)),
      minor: row.total_minor,
    };
    if (row.kind === 'onetime') {
      return {
        ...common,
        typeName: 'OnetimeOrder',
        priceSnapshot: { currency: row.currency, ...totals },
        subtotal: inMinor(row.subtotal_minor, row.currency),
        taxAmount: inMinor(row.tax_minor, row.currency),
        total: inMinor(row.total_minor, row.currency),
        onetimeProduct: () => (sold ? product(sold) : null),
      };
    }
    const ends = (time: Date | null) => time?.getTime();
    const open = t.dispute.filter(
      (other) => other.subscription_order_id === row.id && other.status === 'open',
    );
    const isStopped = open.length > 0 && row.status !== 'canceling';
    return {
      ...common,
      typeName: 'SubscriptionOrder',
      billingPeriod: s.billing_period,
      priceSnapshot: {
        currency: row.currency,
        specialPhaseDays: s.trial_days,
        regularPhase: totals,
        specialPhase:
          s.trial_days === null
            ? null
            : {
                subtotal: trial,
                taxAmount: money(0, row.currency),
                total: trial,
                taxCategory: row.tax_category,
              },
      },
      currentPeriodStart: iso(s.period_start),
      currentPeriodEnd: iso(s.period_end),
      currentPeriodNumber: s.period_number,
      nextStepAt: isStopped ? null : iso(s.due_at),
      canceledAt: iso(s.canceled_at),
      cancelAt: iso(s.canceled_at),
      isInTrial:
        ['active', 'canceling'].includes(row.status) &&
        s.trial_end !== null &&
        ends(s.trial_end) === ends(s.period_end),
      willRenew: ['active', 'past_due'].includes(row.status),
      subscriptionProduct: () => (sold ? product(sold) : null),
      scheduledChange: () => {
        const next = find(all.orders, s.scheduled_order_id);
        return next ? order(next) : null;
      },
      disputes: open.sort(newest).map(dispute),
    };
  };
  const payment = (row: Row): Row => {
    const of = find(t.orders, row.order_id);
    const amount = money(row.amount_minor, row.currency);
    const tax = (row.amount_minor * of.tax_minor) / of.total_minor;
    const paidTrial = t.subscription.find((s) => s.order_id === of.id)?.trial_minor != null;
    const owner = (kind: string) => () => (of.kind === kind ? order(of) : null);
    return {
      id: short('PAY', row.id),
      storeId: short('STO', row.store_id),
      orderId: short('ORD', row.order_id),
      status: row.status,
      refundStatus: row.refund_status,
      isFullyRefunded: refundedOf(row) === row.amount_minor,
      ...ofOrder(of),
      isSubscription: of.kind === 'subscription',
      refundedAmount: money(refundedOf(row), row.currency),
      netAmount: money(
        (row.status === 'succeeded' ? row.amount_minor : 0n) - refundedOf(row),
        row.currency,
      ),
      snapshotDisplayAmount: amount,
      snapshotDisplayCurrency: row.currency,
      currency: row.currency,
      testMode: row.environment === 'test',
      orderMerchantExternalId: of.merchant_external_id,
      periodNumber: row.period_number,
      paymentMethod: row.method,
      failureReason: row.failure_reason,
      amount: { amount: row.amount_minor.toString(), currency: row.currency, display: amount },
      snapshotAmountDetails: {
        currency: row.currency,
        subtotal: money(row.amount_minor - tax, row.currency),
        taxAmount: money(tax, row.currency),
        total: amount,
        taxCategory: of.tax_category,
        phase: row.period_number === 1 && paidTrial ? 'special' : 'regular',
      },
      pspAmountDetails: { amount, currency: row.currency },
      cardInfo: row.card_last4 && {
        brand: row.card_brand,
        last4: row.card_last4,
        expMonth: row.card_exp_month,
        expYear: row.card_exp_year,
      },
      paidAt: iso(row.paid_at),
      createdAt: iso(row.created_at),
      updatedAt: iso(row.updated_at),
      store: () => store(find(all.store, row.store_id)),
      onetimeOrder: owner('onetime'),
      subscriptionOrder: owner('subscription'),
      disputes: t.dispute
        .filter((other) => other.payment_id === row.id)
        .sort(newest)
        .map(dispute),
      fraudWarnings: t.fraud_warning
        .filter((other) => other.payment_id === row.id)
        .sort(newest)
        .map(fraudWarning),
      refunds: list(
        all.refund.filter((other) => other.payment_id === row.id),
        refund,
      ),
      minor: row.amount_minor,
    };
  };
  const refund = (row: Row): Row => {
    const paid = find(t.payment, row.payment_id);
    const ticket = find(t.refund_ticket, row.ticket_id);
    const part = { amount: money(row.amount_minor, row.currency), currency: row.currency };
    return {
      id: short('REF', row.id),
      storeId: short('STO', row.store_id),
      paymentId: short('PAY', row.payment_id),
      ticketId: short('TKT', row.ticket_id),
      orderId: short('ORD', paid.order_id),
      ...ofOrder(find(t.orders, paid.order_id)),
      eventId: short('REF', row.id),
      status: row.status,
      currency: row.currency,
      testMode: row.environment === 'test',
      failureReason: row.failure_reason,
      orderMerchantExternalId: find(t.orders, paid.order_id).merchant_external_id,
      refundTicketMerchantExternalId: ticket.merchant_external_id,
      requestedAmountDetails: part,
      pspAmountDetails: part,
      createdAt: iso(row.created_at),
      updatedAt: iso(row.updated_at),
      payment: () => payment(paid),
      minor: row.amount_minor,
    };
  };
  /** A store belongs to itself. */
  const inStore = (rows: readonly Row[], { storeId }: Args) =>
    storeId ? rows.filter((row) => (row.store_id ?? row.id) === decodeId('STO', storeId)) : rows;
  const roots = (
    name: string,
    single: string | null,
    prefix: IdPrefix,
    rows: readonly Row[],
    view: (row: Row) => Row,
  ) => ({
    [name]: (args: Args) => list(inStore(rows, args), view)(args),
    [`${name}Count`]: (args: Args) =>
      Math.min(
        choose(inStore(rows, args), view, args).length,
        args.limit ?? Number.POSITIVE_INFINITY,
      ),
    ...(single
      ? {
          [single]: ({ id }: Args) => {
            const row = find(rows, decodeId(prefix, id) ?? '');
            return row ? view(row) : null;
          },
        }
      : {}),
  });
  const ofKind = (kind: string) => all.orders.filter((row) => row.kind === kind);
  return {
    ...roots('stores', 'store', 'STO', all.store, store),
    ...roots('onetimeProducts', 'onetimeProduct', 'PROD', all.onetime, product),
    ...roots('subscriptionProducts', 'subscriptionProduct', 'PROD', all.subscription, product),
    ...roots('orders', null, 'ORD', all.orders, order),
    ...roots('onetimeOrders', 'onetimeOrder', 'ORD', ofKind('onetime'), order),
    ...roots('subscriptionOrders', 'subscriptionOrder', 'ORD', ofKind('subscription'), order),
    ...roots('payments', 'payment', 'PAY', all.payment, payment),
    ...roots('refunds', 'refund', 'REF', all.refund, refund),
  };
}

const compare: Readonly<Record<string, (have: Row, want: Row) => boolean>> = {
  eq: (have, want) => have === want,
  ne: (have, want) => have !== want,
  in: (have, want) => want.includes(have),
  contains: (have, want) => have.includes(want),
  startsWith: (have, want) => have.startsWith(want),
  endsWith: (have, want) => have.endsWith(want),
  eqIgnoreCase: (have, want) => have.toLowerCase() === want.toLowerCase(),
  containsIgnoreCase: (have, want) => have.toLowerCase().includes(want.toLowerCase()),
  startsWithIgnoreCase: (have, want) => have.toLowerCase().startsWith(want.toLowerCase()),
  gt: (have, want) => have > want,
  gte: (have, want) => have >= want,
  lt: (have, want) => have < want,
  lte: (have, want) => have <= want,
};

function meets(object: Row, filter: Row): boolean {
  return Object.entries(filter ?? {}).every(([name, operators]) =>
    Object.entries((operators ?? {}) as Row).every(([operator, want]) => {
      if (want === null) return true;
      const have = name === 'amount' ? object.minor : object[name];
      if (name === 'amount')
        return compare[operator]?.(have, minorOf(want as string, filter.currency.eq));
      if (have === null || have === undefined) return operator === 'ne';
      return compare[operator]?.(have, want);
    }),
  );
}

function minorOf(text: string, currency: string): bigint {
  const [whole, fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(minorDigits(currency), '0')}`);
}

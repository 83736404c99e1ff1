import { encodeId, type Id } from '../../src/kit/id.ts';
import { formatAmount } from '../../src/kit/money.ts';
import {
  type Asked,
  groupBy,
  nameOf,
  nextStart,
  percent,
  type Row,
  recount,
  type Selected,
  startOf,
  type Tables,
  total,
} from './recount.ts';
import { netRevenue, netRevenueByProduct, recurringRevenue } from './recount-moves.ts';

/** The quotient, rounded half away from zero, as PostgreSQL does. */
export function rounded(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n;
  const [a, b] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const whole = (2n * a + b) / (2n * b);
  return negative ? -whole : whole;
}

/** In percent with two decimals. */
const share = (part: bigint, whole: bigint) =>
  whole === 0n ? 0 : Number(rounded(part * 10_000n, whole)) / 100;
const add = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n);
const ascending = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);
const ordersOf = (rows: readonly Row[]) => new Set(rows.map((row) => row.order_id)).size;
const taxOf = (rows: readonly Row[]) => add(rows.map((row) => row.tax));

/** A percentile of whole numbers, times 100, interpolated. */
function percentile(values: readonly bigint[], of: number): bigint {
  const sorted = [...values].sort(ascending);
  const place = BigInt(of) * BigInt(sorted.length - 1);
  const low = sorted[Number(place / 100n)] as bigint;
  const high = sorted[Math.min(Number(place / 100n) + 1, sorted.length - 1)] as bigint;
  return low * 100n + (high - low) * (place % 100n);
}

/** The expected values of all fields of all analyses. */
export function recountAll(t: Tables, selected: Selected, asked: Asked) {
  const first = recount(selected, asked);
  const rest = recountRest(t, selected, asked);
  const { lifetimes, ...subscriptions } = rest.subscriptionAnalysis;
  const { averages, ...distribution } = rest.distributionAnalysis;
  const firstSubscriptions = first.subscriptionAnalysis;
  return {
    orderStatistics: { ...first.orderStatistics, ...rest.orderStatistics },
    paymentStatistics: {
      ...first.paymentStatistics,
      ...rest.paymentStatistics,
      ...netRevenue(selected, asked),
    },
    productStatistics: rest.productStatistics,
    trendAnalysis: { ...first.trendAnalysis, ...rest.trendAnalysis },
    distributionAnalysis: {
      ...distribution,
      aovTrend: first.distributionAnalysis.aovTrend.map((entry, place) => ({
        ...entry,
        averageOrderValue: averages[place],
      })),
    },
    customerAnalysis: { ...first.customerAnalysis, ...rest.customerAnalysis },
    taxAnalysis: { ...first.taxAnalysis, ...rest.taxAnalysis },
    subscriptionAnalysis: {
      ...recurringRevenue(t, asked),
      ...firstSubscriptions,
      ...subscriptions,
      cancellationStats: { ...firstSubscriptions.cancellationStats, ...lifetimes },
    },
    refundTicketAnalysis: { ...first.refundTicketAnalysis, ...rest.refundTicketAnalysis },
  };
}

/** The fields of each analysis that `recount` omits. */
function recountRest(t: Tables, selected: Selected, asked: Asked) {
  const { paid } = selected;
  const show = (minor: bigint, code = asked.currency) => formatAmount(minor, code);
  const worth = (minor: bigint) => Number(show(minor));
  const revenue = (rows: readonly Row[]) => ({
    totalAmount: show(total(rows)),
    paymentCount: rows.length,
  });
  const taxed = (rows: readonly Row[]) => ({ totalTax: show(taxOf(rows)), ...revenue(rows) });
  const byRevenue = <T>(
    rows: readonly Row[],
    pick: (row: Row) => T,
    show: (key: T, rows: readonly Row[]) => Row,
  ) => {
    const groups = [...groupBy(rows, pick).values()].map((members) => ({
      key: pick(members[0]),
      members,
    }));
    const before = (a: Row, b: Row) => (a === null ? 1 : b === null ? -1 : a < b ? -1 : 1);
    return groups
      .sort((a, b) => ascending(total(b.members), total(a.members)) || before(a.key, b.key))
      .map(({ key, members }) => show(key, members));
  };
  const byPeriod = (rows: readonly Row[], pick = (row: Row) => row.created_at as Date) =>
    [...groupBy(rows, (row) => startOf(pick(row), asked.granularity))]
      .map(([start, members]) => [Number(start), members] as const)
      .sort(([a], [b]) => a - b);
  const country = (row: Row) => row.order.billing_detail.country ?? null;
  const orderAmounts = [...groupBy(paid, (row) => row.order_id).values()].map(total);
  return {
    orderStatistics: {
      revenueByCountry: byRevenue(paid, country, (key, rows) => ({
        country: key,
        ...revenue(rows),
      })),
      revenueByState: byRevenue(
        paid.filter((row) => country(row) === 'US'),
        (row) => row.order.billing_detail.state ?? null,
        (key, rows) => ({ state: key, ...revenue(rows) }),
      ),
    },
    paymentStatistics: payments(selected),
    productStatistics: products(t, selected, asked),
    trendAnalysis: trends(paid, asked),
    distributionAnalysis: {
      orderAmountPercentiles: spread(orderAmounts, worth),
      averages: byPeriod(paid).map(([, rows]) =>
        worth(rounded(total(rows), BigInt(ordersOf(rows)))),
      ),
      orderAmountBuckets: bucketsOf(orderAmounts, 4, worth),
    },
    customerAnalysis: {
      ltvDistribution: lifetimes(paid, worth),
      totalCustomers: new Set(selected.charges.map((row) => row.buyer)).size,
      repeatPurchaseRate: repeats(selected.charges, asked),
    },
    taxAnalysis: {
      byRateGroup: byRevenue(
        paid,
        ({ order }) => share(order.tax_minor, order.subtotal_minor),
        (taxRate, rows) => ({ taxRate, ...taxed(rows) }),
      ),
      byCountry: byRevenue(paid, country, (key, rows) => ({ country: key, ...taxed(rows) })),
      b2bVsB2c: [true, false]
        .map((isBusiness) => ({
          isBusiness,
          rows: paid.filter((row) => row.order.billing_detail.isBusiness === isBusiness),
        }))
        .filter(({ rows }) => rows.length > 0)
        .map(({ isBusiness, rows }) => ({
          isBusiness,
          label: isBusiness ? 'B2B' : 'B2C',
          totalTax: show(taxOf(rows)),
          totalAmount: show(total(rows)),
          orderCount: ordersOf(rows),
        })),
      effectiveTaxRateTrend: byPeriod(paid).map(([at, rows]) => ({
        period: nameOf(at, asked.granularity),
        avgTaxRate: share(taxOf(rows), total(rows) - taxOf(rows)),
        paymentCount: rows.length,
      })),
    },
    subscriptionAnalysis: subscriptions(t, selected, asked),
    refundTicketAnalysis: tickets(t, selected, asked),
  };
}

function spread(amounts: readonly bigint[], worth: (minor: bigint) => number) {
  const names = [10, 25, 50, 75, 90, 95, 99] as const;
  if (amounts.length === 0) {
    const none = names.map((name) => [`p${name}`, null]);
    return { ...Object.fromEntries(none), min: null, max: null, avg: null, stddev: null, count: 0 };
  }
  const number = BigInt(amounts.length);
  const sum = add(amounts);
  const squares = add(amounts.map((amount) => amount * amount));
  const deviation = Math.sqrt(Number(number * squares - sum * sum)) / amounts.length;
  const sorted = [...amounts].sort(ascending);
  return {
    ...Object.fromEntries(
      names.map((name) => [`p${name}`, worth(rounded(percentile(amounts, name), 100n))]),
    ),
    min: worth(sorted[0] as bigint),
    max: worth(sorted.at(-1) as bigint),
    avg: worth(rounded(sum, number)),
    stddev: worth(BigInt(Math.round(deviation))),
    count: amounts.length,
  };
}

function bucketsOf(amounts: readonly bigint[], ranges: number, worth: (minor: bigint) => number) {
  if (amounts.length === 0) return [];
  const sorted = [...amounts].sort(ascending);
  const least = sorted[0] as bigint;
  const width = ((sorted.at(-1) as bigint) - least) / BigInt(ranges) + 1n;
  return Array.from({ length: ranges }, (_, place) => {
    const low = least + BigInt(place) * width;
    const count = amounts.filter((amount) => amount >= low && amount < low + width).length;
    return {
      rangeMin: worth(low),
      rangeMax: worth(low + width),
      count,
      percentage: percent(count, amounts.length),
    };
  });
}

function payments({ attempts }: Selected) {
  const settled = attempts.filter((row) => row.status === 'succeeded');
  const distribution = (rows: readonly Row[], column: string, name: string) =>
    [...groupBy(rows, (row) => row[column])]
      .map(([key, members]) => {
        const codes = new Set(members.map((row) => row.currency));
        const code = [...codes][0];
        return {
          [name]: key,
          count: members.length,
          totalAmount: codes.size === 1 ? formatAmount(total(members), code) : null,
          percentage: percent(members.length, rows.length),
          key,
        };
      })
      .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
      .map(({ key, ...rest }) => rest);
  const byCurrency = (minor: (rows: readonly Row[]) => bigint) =>
    [...groupBy(settled, (row) => row.currency)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, rows]) => ({
        currency,
        totalAmount: formatAmount(minor(rows), currency),
        paymentCount: rows.length,
      }));
  return {
    methodDistribution: distribution(settled, 'method', 'methodType'),
    cardBrandDistribution: distribution(
      settled.filter((row) => row.card_brand !== null),
      'card_brand',
      'brand',
    ),
    preTaxRevenueByCurrency: byCurrency((rows) => total(rows) - taxOf(rows)),
    settlementRevenueByCurrency: byCurrency(total),
  };
}

function products(t: Tables, selected: Selected, asked: Asked) {
  const { sold } = selected;
  const { stores, environment, currency, status } = asked;
  const shown = new Map<string, Row>();
  for (const row of t.product) {
    const versionId = row[`${environment}_version_id`];
    const version = t.product_version.find(({ id }) => id === versionId);
    if (version) shown.set(row.id, { ...row, name: version.name });
  }
  const items = [...shown.values()]
    .filter(({ store_id }) => stores.has(store_id))
    .map((row) => ({ kind: row.kind, status: row[`${environment}_status`] }))
    .filter((row) => status === null || row.status === status);
  const counts = (kind: string) =>
    [
      ...groupBy(
        items.filter((row) => row.kind === kind),
        (row) => row.status,
      ),
    ]
      .map(([key, rows]) => ({ status: key, count: rows.length }))
      .sort((a, b) => b.count - a.count || (a.status < b.status ? -1 : 1));
  const about = (id: string) => ({
    productId: encodeId('PROD', id as Id<'PROD'>),
    productType: shown.get(id)?.kind,
    productName: shown.get(id)?.name,
  });
  const groups = [...groupBy(sold, (row) => `${row.order.product_id} ${row.currency}`)]
    .map(([key, rows]) => {
      const [id, code] = key.split(' ') as [string, string];
      return { id, code, orders: ordersOf(rows), minor: total(rows) };
    })
    .filter(({ id }) => shown.has(id));
  const tie = (a: Row, b: Row) => (a.id + a.code < b.id + b.code ? -1 : 1);
  const ranked = ({ id, code, orders, minor }: (typeof groups)[number]) => ({
    ...about(id),
    orderCount: orders,
    totalRevenue: formatAmount(minor, code),
    currency: code,
  });
  const own = groups
    .filter(({ code }) => code === currency)
    .sort((a, b) => ascending(b.minor, a.minor) || tie(a, b));
  const whole = add(own.map(({ minor }) => minor));
  return {
    onetimeCountsByStatus: counts('onetime'),
    subscriptionCountsByStatus: counts('subscription'),
    onetimeTotalCount: items.filter(({ kind }) => kind === 'onetime').length,
    subscriptionTotalCount: items.filter(({ kind }) => kind === 'subscription').length,
    topByOrderCount: groups
      .sort((a, b) => b.orders - a.orders || ascending(b.minor, a.minor) || tie(a, b))
      .slice(0, 5)
      .map(ranked),
    topByRevenue: [...own]
      .sort((a, b) => ascending(b.minor, a.minor) || b.orders - a.orders || tie(a, b))
      .slice(0, 3)
      .map(ranked),
    netRevenueByProduct: netRevenueByProduct(t, selected, currency)
      .filter(({ id }) => shown.has(id))
      .slice(0, 4)
      .map(({ id, ...amounts }) => ({ ...about(id), ...amounts })),
    revenueContribution: own.map(({ id, minor }, place) => ({
      ...about(id),
      revenue: formatAmount(minor, currency),
      contributionPercentage: share(minor, whole),
      cumulativePercentage: share(add(own.slice(0, place + 1).map((one) => one.minor)), whole),
    })),
  };
}

function trends(paid: readonly Row[], { currency, granularity }: Asked) {
  const worth = (minor: bigint) => Number(formatAmount(minor, currency));
  const spans = (unit: Asked['granularity']) => {
    const groups = groupBy(paid, (row) => startOf(row.created_at, unit));
    const starts = [...groups.keys()].map(Number);
    const all = [];
    for (let at = Math.min(...starts); at <= Math.max(...starts); at = nextStart(at, unit)) {
      all.push({ start: at, value: total(groups.get(String(at)) ?? []) });
    }
    return paid.length === 0 ? [] : all;
  };
  return {
    revenueGrowth: spans(granularity).map(({ start, value }, place, all) => {
      const previous = all[place - 1]?.value ?? 0n;
      return {
        period: nameOf(start, granularity),
        currentValue: worth(value),
        previousValue: worth(previous),
        growthRate: previous === 0n ? null : share(value - previous, previous),
      };
    }),
    revenueMovingAverage: spans('DAY').map(({ start, value }, place, all) => {
      const window = all.slice(Math.max(0, place - 2), place + 1).map((span) => span.value);
      return {
        date: nameOf(start, 'DAY'),
        dailyValue: worth(value),
        movingAverage: worth(rounded(add(window), BigInt(window.length))),
      };
    }),
  };
}

function lifetimes(paid: readonly Row[], worth: (minor: bigint) => number) {
  const spent = [...groupBy(paid, (row) => row.buyer).values()].map(total);
  const none = spent.length === 0;
  return {
    averageLtv: none ? null : worth(rounded(add(spent), BigInt(spent.length))),
    medianLtv: none ? null : worth(rounded(percentile(spent, 50), 100n)),
    buckets: bucketsOf(spent, 10, worth),
  };
}

function repeats(charges: readonly Row[], { granularity }: Asked) {
  const orders = [...groupBy(charges, (row) => row.order_id).values()].map((rows) => {
    const first = rows.reduce((a, b) => (a.created_at <= b.created_at ? a : b));
    return { buyer: first.buyer, at: first.created_at as Date };
  });
  const numbered = [...groupBy(orders, ({ buyer }) => buyer).values()].flatMap((own) =>
    own
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .map((order, place) => ({ ...order, again: place > 0 })),
  );
  return [...groupBy(numbered, ({ at }) => startOf(at, granularity))]
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([start, own]) => {
      const buyers = (rows: typeof own) => new Set(rows.map(({ buyer }) => buyer)).size;
      const again = buyers(own.filter((order) => order.again));
      return {
        period: nameOf(Number(start), granularity),
        totalBuyers: buyers(own),
        repeatBuyers: again,
        repeatRate: percent(again, buyers(own)),
      };
    });
}

const DAY_MS = 86_400_000;

/** Orders that ended before the column existed have no value. */
const endOf = ({ ended_at, updated_at }: Row): Date => ended_at ?? updated_at;

function subscriptions(t: Tables, { begun, trials }: Selected, asked: Asked) {
  const { granularity, currency, environment } = asked;
  const own = begun.filter(({ order }) => order.currency === currency);
  const ended = begun.filter(({ order }) => order.status === 'canceled');
  const life = ended.map(({ order }) =>
    BigInt((endOf(order).getTime() - order.created_at.getTime()) / DAY_MS),
  );
  const periodOf = (time: Date) => startOf(time, granularity);
  const byProduct = [...groupBy(trials, ({ order }) => order.product_id)].flatMap(([id, rows]) => {
    const product = t.product.find((row) => row.id === id);
    const version = t.product_version.find(
      (row) => row.id === product[`${environment}_version_id`],
    );
    if (!version) return [];
    const converted = rows.filter((row) => row.converted).length;
    return {
      id,
      productId: encodeId('PROD', id as Id<'PROD'>),
      productName: version.name,
      totalTrials: rows.length,
      convertedCount: converted,
      conversionRate: percent(converted, rows.length),
    };
  });
  return {
    billingPeriodDistribution: [...groupBy(own, (row) => row.own.billing_period)]
      .map(([billingPeriod, rows]) => ({
        billingPeriod,
        count: rows.length,
        totalAmount: formatAmount(add(rows.map(({ order }) => order.total_minor)), currency),
        percentage: percent(rows.length, own.length),
      }))
      .sort((a, b) => b.count - a.count || (a.billingPeriod < b.billingPeriod ? -1 : 1)),
    lifetimes: {
      avgLifetimeDays: life.length
        ? Number(rounded(add(life) * 100n, BigInt(life.length))) / 100
        : null,
      medianLifetimeDays: life.length ? Number(percentile(life, 50)) / 100 : null,
    },
    cancellationTrend: [...groupBy(ended, ({ order }) => periodOf(endOf(order)))]
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([start, rows]) => ({
        period: nameOf(Number(start), granularity),
        canceledCount: rows.length,
      })),
    trialConversionByProduct: byProduct
      .sort((a, b) => b.totalTrials - a.totalTrials || (a.id < b.id ? -1 : 1))
      .map(({ id, ...rest }) => rest),
    churnRate: churn(
      begun.map(({ order }) => ({
        from: periodOf(order.created_at),
        to: order.status === 'canceled' ? periodOf(endOf(order)) : null,
      })),
      granularity,
    ),
  };
}

function churn(
  lives: readonly { readonly from: number; readonly to: number | null }[],
  granularity: Asked['granularity'],
) {
  if (lives.length === 0) return [];
  const last = Math.max(...lives.map(({ from, to }) => Math.max(from, to ?? from)));
  const all = [];
  let at = Math.min(...lives.map(({ from }) => from));
  for (; at <= last; at = nextStart(at, granularity)) {
    const held = lives.filter(({ from, to }) => from < at && (to === null || to >= at));
    const churned = held.filter(({ to }) => to === at).length;
    all.push({
      period: nameOf(at, granularity),
      startActive: held.length,
      churned,
      churnRate: percent(churned, held.length),
    });
  }
  return all;
}

function tickets(t: Tables, selected: Selected, { currency }: Asked) {
  const ids = new Set(selected.tickets.map((row) => row.id));
  const versions = t.refund_ticket_version.filter((row) => ids.has(row.ticket_id));
  const current = selected.tickets.map((row) => ({
    ...versions.find(
      (version) => version.ticket_id === row.id && version.number === row.version_number,
    ),
    amount_minor: row.amount_minor,
  }));
  const own = current.filter((row) => row.currency === currency);
  const reviewed = versions.filter((row) => row.reviewed_at !== null);
  const hours = reviewed.map((row) =>
    BigInt((row.reviewed_at.getTime() - row.created_at.getTime()) / 3_600_000),
  );
  const at = (of: number) =>
    hours.length ? Number(rounded(percentile(hours, of), 1n)) / 100 : null;
  const decided = (decision: string) => versions.filter((row) => row.decision === decision).length;
  const refunds = t.refund.filter((row) => ids.has(row.ticket_id));
  const ended = (status: string) => refunds.filter((row) => row.status === status).length;
  return {
    reasonDistribution: [...groupBy(own, (row) => row.reason)]
      .map(([reason, rows]) => ({
        reason,
        count: rows.length,
        totalAmount: formatAmount(total(rows), currency),
        percentage: percent(rows.length, own.length),
      }))
      .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
    reviewEfficiency: {
      avgHours: hours.length
        ? Number(rounded(add(hours) * 100n, BigInt(hours.length))) / 100
        : null,
      medianHours: at(50),
      p90Hours: at(90),
      totalReviewed: hours.length,
    },
    approvalRate: {
      approved: decided('approve'),
      rejected: decided('reject'),
      rate: percent(decided('approve'), decided('approve') + decided('reject')),
    },
    processingSuccessRate: {
      succeeded: ended('succeeded'),
      failed: ended('failed'),
      rate: percent(ended('succeeded'), ended('succeeded') + ended('failed')),
    },
  };
}

import { formatAmount } from '../../src/kit/money.ts';
import type { readTables } from './oracle.ts';

/** Recomputes the analyses: raw rows, loops, JavaScript's own calendar. */
// biome-ignore lint/suspicious/noExplicitAny: rows of any table
export type Row = any;
export type Tables = Awaited<ReturnType<typeof readTables>>;
export type Granularity = 'DAY' | 'WEEK' | 'MONTH' | 'QUARTER' | 'YEAR' | 'ALL_TIME';

export interface Asked {
  readonly stores: ReadonlySet<string>;
  readonly environment: string;
  readonly from: number;
  readonly to: number;
  /** From the arguments. */
  readonly currency: string;
  readonly granularity: Granularity;
  /** From the filter; null: any. */
  readonly onlyCurrency: string | null;
  readonly status: string | null;
}

export const percent = (part: number, whole: number) =>
  whole === 0 ? 0 : Number((Math.round((10_000 * part) / whole) / 100).toFixed(2));

/** The start of the period in UTC. */
export function startOf(time: Date, granularity: Granularity): number {
  const [year, month, day] = [time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()];
  switch (granularity) {
    case 'DAY':
      return Date.UTC(year, month, day);
    case 'WEEK':
      return Date.UTC(year, month, day - ((time.getUTCDay() + 6) % 7));
    case 'MONTH':
      return Date.UTC(year, month);
    case 'QUARTER':
      return Date.UTC(year, month - (month % 3));
    case 'YEAR':
      return Date.UTC(year, 0);
    case 'ALL_TIME':
      return 0;
  }
}

/** The start of the period after the one that starts there. */
export function nextStart(start: number, granularity: Granularity): number {
  if (granularity === 'ALL_TIME') return Number.POSITIVE_INFINITY;
  const lengths = { DAY: 1, WEEK: 7, MONTH: 31, QUARTER: 95, YEAR: 370 };
  return startOf(new Date(start + lengths[granularity] * 86_400_000), granularity);
}

export function nameOf(start: number, granularity: Granularity): string {
  const time = new Date(start);
  const iso = time.toISOString();
  switch (granularity) {
    case 'DAY':
      return iso.slice(0, 10);
    case 'WEEK': {
      const thursday = new Date(start + 3 * 86_400_000);
      const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
      const week = 1 + Math.floor((thursday.getTime() - first) / (7 * 86_400_000));
      return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
    }
    case 'MONTH':
      return iso.slice(0, 7);
    case 'QUARTER':
      return `${iso.slice(0, 4)}-Q${time.getUTCMonth() / 3 + 1}`;
    case 'YEAR':
      return iso.slice(0, 4);
    case 'ALL_TIME':
      return 'all';
  }
}

export function groupBy<T>(rows: readonly T[], key: (row: T) => unknown): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const name = String(key(row));
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return groups;
}

const sum = (rows: readonly Row[], pick: (row: Row) => bigint): bigint =>
  rows.reduce((added: bigint, row) => added + pick(row), 0n);
export const total = (rows: readonly Row[]): bigint => sum(rows, (row) => row.amount_minor);

/** The rows that an analysis covers. */
export function selectRows(t: Tables, asked: Asked) {
  const { stores, environment, from, to, currency, onlyCurrency, status } = asked;
  const inScope = (row: Row) => stores.has(row.store_id) && row.environment === environment;
  const inRange = (row: Row) => row.created_at >= from && row.created_at < to;
  const hasCurrency = (row: Row) => onlyCurrency === null || row.currency === onlyCurrency;
  const hasStatus = (row: Row) => status === null || row.status === status;
  const orders = new Map(t.orders.map((row) => [row.id, row]));
  const sales = t.orders
    .filter((row) => inScope(row) && inRange(row))
    .filter((row) => hasCurrency(row) && hasStatus(row));
  const payments = t.payment
    .filter((row) => inScope(row) && inRange(row) && hasCurrency(row))
    .map((row) => {
      const order = orders.get(row.order_id) as Row;
      const tax = (row.amount_minor * order.tax_minor) / order.total_minor;
      return { ...row, order, tax, buyer: order.buyer_email.toLowerCase() };
    });
  const attempts = payments.filter(hasStatus);
  // For products, the status is the product's.
  const sold = payments.filter((row) => row.status === 'succeeded');
  const charges = sold.filter((row) => hasStatus(row.order));
  const paid = charges.filter((row) => row.currency === currency);
  const earlier = new Set(
    t.orders
      .filter((row) => inScope(row) && row.created_at < from)
      .map((row) => row.buyer_email.toLowerCase()),
  );
  const currencyOf = (ticket: Row) =>
    t.refund_ticket_version.find(
      (row) => row.ticket_id === ticket.id && row.number === ticket.version_number,
    ).currency;
  const tickets = t.refund_ticket
    .filter((row) => inScope(row) && inRange(row) && hasStatus(row))
    .filter((row) => hasCurrency({ currency: currencyOf(row) }));
  const refunds = t.refund.filter((row) => inScope(row) && inRange(row) && hasCurrency(row));
  const started = subscriptionsOf(t, sales);
  // A plan change replaces an order, but not the customer, nor how their trial ended.
  const begun = started.filter(({ order }) => order.superseded_by_order_id === null);
  const trials = started.filter(({ own }) => own.trial_days !== null);
  return { sales, attempts, sold, charges, paid, earlier, tickets, refunds, begun, trials };
}

/** Subscription orders that have started, and whether their trial led to a regular charge. */
function subscriptionsOf(t: Tables, sales: readonly Row[]) {
  return sales.flatMap((order) => {
    const own = t.subscription.find((row) => row.order_id === order.id);
    if (!own?.anchor_at) return [];
    const succeeded = t.payment.filter((row) => row.status === 'succeeded');
    const isRegular = (row: Row) => own.trial_minor === null || row.period_number > 1;
    const after = order.superseded_by_order_id;
    const converted =
      succeeded.some((row) => row.order_id === order.id && isRegular(row)) ||
      (after !== null && succeeded.some((row) => row.order_id === after));
    return [{ order, own, converted }];
  });
}

export type Selected = ReturnType<typeof selectRows>;

/** A total and its currency, if there is one. */
function inOneCurrency(rows: readonly Row[]) {
  const codes = new Set(rows.map((row) => row.currency));
  const code = codes.size === 1 ? [...codes][0] : null;
  return {
    totalSucceededAmount: code && formatAmount(total(rows), code),
    totalSucceededCurrency: code,
  };
}

/** The expected answers of the analyses for the selected rows, field by field. */
export function recount(selected: Selected, asked: Asked) {
  const { sales, attempts, charges, paid, earlier, tickets, refunds } = selected;
  const settled = attempts.filter((row) => row.status === 'succeeded');
  const { granularity, currency } = asked;
  const show = (minor: bigint, code = currency) => formatAmount(minor, code);
  const revenue = (rows: readonly Row[], code = currency) => ({
    totalAmount: show(total(rows), code),
    paymentCount: rows.length,
  });
  const sorted = (groups: Map<string, Row[]>) => [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  const periods = (rows: readonly Row[]) =>
    [...groupBy(rows, (row) => startOf(row.created_at, granularity))]
      .map(([start, members]) => [Number(start), members] as const)
      .sort(([a], [b]) => a - b);
  const monthly = () => {
    const [code, ...others] = [...groupBy(charges, (row) => row.currency).keys()];
    if (code === undefined || others.length > 0) return [];
    return [...groupBy(charges, (row) => startOf(row.created_at, 'MONTH'))]
      .map(([start, rows]) => [Number(start), rows] as const)
      .sort(([a], [b]) => a - b)
      .map(([at, rows]) => ({ period: nameOf(at, 'MONTH'), amount: show(total(rows), code) }));
  };
  const counted = (groups: Map<string, Row[]>, key: string, whole?: number) =>
    [...groups]
      .map(([name, rows]) => ({
        [key]: name,
        count: rows.length,
        ...(whole === undefined ? {} : { percentage: percent(rows.length, whole) }),
      }))
      .sort(
        (a, b) =>
          Number(b.count) - Number(a.count) ||
          (String((a as Row)[key]) < String((b as Row)[key]) ? -1 : 1),
      );
  const spans = (rows: readonly Row[], unit: Granularity) => {
    if (rows.length === 0) return [];
    const groups = groupBy(rows, (row) => startOf(row.created_at, unit));
    const starts = [...groups.keys()].map(Number);
    const all = [];
    for (let at = Math.min(...starts); at <= Math.max(...starts); at = nextStart(at, unit)) {
      all.push({ start: at, rows: groups.get(String(at)) ?? [] });
    }
    return all;
  };
  const growth = (a: number, b: number) =>
    // A half is rounded away from zero.
    b === 0 ? null : (Math.sign(a - b) * Math.round((10_000 * Math.abs(a - b)) / b)) / 100;
  const buyers = new Set(sales.map((row) => row.buyer_email.toLowerCase()));
  const returning = [...buyers].filter((buyer) => earlier.has(buyer)).length;
  const tops = [...groupBy(paid, (row) => row.buyer)].sort(
    ([a, x], [b, y]) => Number(total(y) - total(x)) || (a < b ? -1 : 1),
  );
  const succeeded = refunds.filter((row) => row.status === 'succeeded');
  const count = (rows: readonly Row[], status: string) =>
    rows.filter((row) => row.status === status).length;
  const daily = spans(sales, 'DAY');
  return {
    orderStatistics: {
      totalCount: sales.length,
      countsByStatus: counted(
        groupBy(sales, (row) => row.status),
        'status',
      ),
      countByStatus: counted(
        groupBy(sales, (row) => row.status),
        'status',
      ),
      countsByPeriod: periods(sales).map(([at, rows]) => ({
        period: nameOf(at, granularity),
        count: rows.length,
      })),
      revenueByCurrency: sorted(groupBy(charges, (row) => row.currency)).map(([code, rows]) => ({
        currency: code,
        ...revenue(rows, code),
      })),
      revenueByPeriod: periods(paid).map(([at, rows]) => ({
        period: nameOf(at, granularity),
        currency,
        ...revenue(rows),
      })),
      buyerMetrics: {
        totalBuyers: buyers.size,
        newBuyers: buyers.size - returning,
        returningBuyers: returning,
      },
      ordersByCountry: counted(
        groupBy(sales, (row) => row.billing_detail.country),
        'country',
      ),
      b2bVsB2cBreakdown: [true, false]
        .map((isBusiness) => ({
          isBusiness,
          rows: paid.filter((row) => row.order.billing_detail.isBusiness === isBusiness),
        }))
        .filter(({ rows }) => rows.length > 0)
        .map(({ isBusiness, rows }) => ({
          isBusiness,
          label: isBusiness ? 'B2B' : 'B2C',
          totalAmount: show(total(rows)),
          orderCount: new Set(rows.map((row) => row.order_id)).size,
        })),
    },
    paymentStatistics: {
      successRate: {
        totalAttempts: attempts.length,
        succeeded: settled.length,
        failed: count(attempts, 'failed'),
        pending: count(attempts, 'pending'),
        successRate: percent(settled.length, attempts.length),
      },
      totalSucceededCount: settled.length,
      ...inOneCurrency(settled),
      failedReasons: counted(
        groupBy(
          attempts.filter((row) => row.status === 'failed'),
          (row) => row.failure_reason,
        ),
        'reason',
        count(attempts, 'failed'),
      ),
      refunds: {
        totalCount: refunds.length,
        succeededCount: succeeded.length,
        pendingCount: count(refunds, 'pending'),
        failedCount: count(refunds, 'failed'),
        refundRate: percent(succeeded.length, settled.length),
        amountByCurrency: sorted(groupBy(succeeded, (row) => row.currency)).map(([code, rows]) => ({
          currency: code,
          ...revenue(rows, code),
        })),
      },
      taxSummary: sorted(groupBy(settled, (row) => row.currency)).map(([code, rows]) => {
        const tax = sum(rows, (row) => row.tax);
        return {
          currency: code,
          totalTax: show(tax, code),
          totalPreTax: show(total(rows) - tax, code),
          ...revenue(rows, code),
        };
      }),
    },
    trendAnalysis: {
      revenueByPeriod: monthly(),
      orderGrowth: spans(sales, granularity).map(({ start, rows }, place, all) => {
        const previous = all[place - 1]?.rows.length ?? 0;
        return {
          period: nameOf(start, granularity),
          currentValue: rows.length,
          previousValue: previous,
          growthRate: growth(rows.length, previous),
        };
      }),
      cumulativeRevenue: spans(paid, granularity).map(({ start, rows }, place, all) => ({
        period: nameOf(start, granularity),
        periodValue: Number(show(total(rows))),
        cumulativeValue: Number(show(total(all.slice(0, place + 1).flatMap((span) => span.rows)))),
      })),
      orderMovingAverage: daily.map(({ start, rows }, place) => {
        const window = daily.slice(Math.max(0, place - 6), place + 1);
        const mean = window.reduce((number, span) => number + span.rows.length, 0) / window.length;
        return {
          date: nameOf(start, 'DAY'),
          dailyValue: rows.length,
          movingAverage: Number((Math.round(mean * 100) / 100).toFixed(2)),
        };
      }),
    },
    distributionAnalysis: {
      aovTrend: periods(paid).map(([at, rows]) => ({
        period: nameOf(at, granularity),
        orderCount: new Set(rows.map((row) => row.order_id)).size,
        totalRevenue: show(total(rows)),
      })),
    },
    customerAnalysis: {
      purchaseFrequency: [
        ...groupBy(
          [...groupBy(charges, (row) => row.buyer).values()],
          (rows) => new Set(rows.map((row) => row.order_id)).size,
        ),
      ]
        .sort(([a], [b]) => Number(a) - Number(b))
        .map(([number, customers]) => ({
          purchaseCount: Number(number),
          customerCount: customers.length,
          percentage: percent(customers.length, new Set(charges.map((row) => row.buyer)).size),
        })),
      topCustomers: tops.slice(0, 10).map(([buyerEmail, rows]) => {
        const times = rows.map((row) => row.created_at.getTime());
        return {
          buyerEmail,
          totalSpent: show(total(rows)),
          orderCount: new Set(rows.map((row) => row.order_id)).size,
          firstPurchaseDate: new Date(Math.min(...times)).toISOString(),
          lastPurchaseDate: new Date(Math.max(...times)).toISOString(),
        };
      }),
      cohortRetention: cohorts(charges, granularity),
    },
    taxAnalysis: {
      byCategory: [...groupBy(paid, (row) => row.order.tax_category)]
        .sort(([a, x], [b, y]) => Number(total(y) - total(x)) || (a < b ? -1 : 1))
        .map(([taxCategory, rows]) => ({
          taxCategory,
          totalTax: show(sum(rows, (row) => row.tax)),
          ...revenue(rows),
        })),
      taxAmountByPeriod: periods(paid).map(([at, rows]) => ({
        period: nameOf(at, granularity),
        totalTax: show(sum(rows, (row) => row.tax)),
        paymentCount: rows.length,
      })),
    },
    subscriptionAnalysis: subscriptions(selected),
    refundTicketAnalysis: {
      statusDistribution: counted(
        groupBy(tickets, (row) => row.status),
        'status',
        tickets.length,
      ),
      ticketTrend: periods(tickets).map(([at, rows]) => ({
        period: nameOf(at, granularity),
        totalCreated: rows.length,
        resolvedCount: rows.filter((row) =>
          ['succeeded', 'failed', 'rejected'].includes(row.status),
        ).length,
        approvedCount: rows.filter((row) =>
          ['approved', 'processing', 'succeeded', 'failed'].includes(row.status),
        ).length,
        rejectedCount: count(rows, 'rejected'),
      })),
    },
  };
}

function cohorts(charges: readonly Row[], granularity: Granularity) {
  const placeOf = (from: number, to: number) => {
    let place = 0;
    for (let at = from; at < to; at = nextStart(at, granularity)) place += 1;
    return place;
  };
  const visits = [...groupBy(charges, (row) => row.buyer).values()].map((rows) => {
    const starts = [...new Set(rows.map((row) => startOf(row.created_at, granularity)))];
    return { first: Math.min(...starts), starts };
  });
  return [...groupBy(visits, ({ first }) => first)]
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([first, members]) => {
      const places = members.flatMap(({ starts }) =>
        starts.map((start) => placeOf(Number(first), start)),
      );
      const active = groupBy(places, (place) => place);
      return {
        cohortPeriod: nameOf(Number(first), granularity),
        cohortSize: members.length,
        retention: [...active]
          .sort(([a], [b]) => Number(a) - Number(b))
          .map(([place, rows]) => ({
            periodOffset: Number(place),
            activeCustomers: rows.length,
            retentionRate: percent(rows.length, members.length),
          })),
      };
    });
}

function subscriptions({ begun, trials }: Selected) {
  const canceled = begun.filter(({ order }) => order.status === 'canceled');
  const converted = trials.filter((row) => row.converted);
  const inTrial = trials.filter(
    ({ order, own }) =>
      ['active', 'canceling'].includes(order.status) &&
      own.trial_end !== null &&
      own.trial_end.getTime() === own.period_end.getTime(),
  );
  return {
    activeCount: begun.filter(({ order }) =>
      ['active', 'canceling', 'past_due'].includes(order.status),
    ).length,
    cancellationStats: {
      totalSubscriptions: begun.length,
      canceledCount: canceled.length,
      cancellationRate: percent(canceled.length, begun.length),
    },
    trialConversion: {
      totalTrials: trials.length,
      convertedCount: converted.length,
      activeTrials: inTrial.length,
      conversionRate: percent(converted.length, trials.length),
    },
  };
}

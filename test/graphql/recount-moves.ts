import { formatAmount } from '../../src/kit/money.ts';
import { type Asked, nameOf, type Row, type Selected, startOf, type Tables } from './recount.ts';

/** Recomputes net revenue and recurring revenue from raw rows. */
export function netRevenue({ attempts, refunds }: Selected, asked: Asked) {
  const moves = [
    ...attempts
      .filter((row) => row.status === 'succeeded')
      .map((row) => ({ ...plain(row), gross: row.amount_minor, back: 0n, refunds: 0 })),
    ...refunds
      .filter((row) => row.status === 'succeeded')
      .map((row) => ({ ...plain(row), gross: 0n, back: row.amount_minor, refunds: 1 })),
  ];
  const sums = (rows: typeof moves, code: string) => {
    const gross = rows.reduce((sum, row) => sum + row.gross, 0n);
    const back = rows.reduce((sum, row) => sum + row.back, 0n);
    const refundCount = rows.reduce((sum, row) => sum + row.refunds, 0);
    return {
      grossAmount: formatAmount(gross, code),
      refundedAmount: formatAmount(back, code),
      netAmount: formatAmount(gross - back, code),
      paymentCount: rows.length - refundCount,
      refundCount,
    };
  };
  const codes = [...new Set(moves.map(({ currency }) => currency))].sort();
  const starts = moves
    .filter(({ currency }) => currency === asked.currency)
    .map((row) => ({ ...row, start: startOf(row.at, asked.granularity) }));
  return {
    netRevenueByCurrency: codes.map((currency) => ({
      currency,
      ...sums(
        moves.filter((row) => row.currency === currency),
        currency,
      ),
    })),
    netRevenueByPeriod: ordered(starts).map((start) => ({
      period: nameOf(start, asked.granularity),
      ...sums(
        starts.filter((row) => row.start === start),
        asked.currency,
      ),
    })),
  };
}

/** Each product's charges and the refunds of its payments, highest net first. */
export function netRevenueByProduct(t: Tables, { sold, refunds }: Selected, currency: string) {
  const productOf = (paymentId: string) => {
    const payment = t.payment.find(({ id }) => id === paymentId);
    return t.orders.find(({ id }) => id === payment?.order_id)?.product_id as string;
  };
  const inCurrency = (row: Row) => row.currency === currency;
  const charged = sold.filter(inCurrency).map((row) => ({ id: row.order.product_id, row }));
  const back = refunds
    .filter((row) => inCurrency(row) && row.status === 'succeeded')
    .map((row) => ({ id: productOf(row.payment_id), row }));
  return [...new Set([...charged, ...back].map(({ id }) => id as string))]
    .map((id) => {
      const gross = charged.filter((one) => one.id === id).map(({ row }) => row.amount_minor);
      const refunded = back.filter((one) => one.id === id).map(({ row }) => row.amount_minor);
      const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n);
      return { id, gross, refunded, net: sum(gross) - sum(refunded), sum };
    })
    .sort((a, b) => Number(b.net - a.net) || (a.id < b.id ? -1 : 1))
    .map(({ id, gross, refunded, net, sum }) => ({
      id,
      grossAmount: formatAmount(sum(gross), currency),
      refundedAmount: formatAmount(sum(refunded), currency),
      netAmount: formatAmount(net, currency),
      paymentCount: gross.length,
      refundCount: refunded.length,
    }));
}

const plain = (row: Row) => ({ currency: row.currency as string, at: row.created_at as Date });
const ordered = (rows: readonly { readonly start: number }[]) =>
  [...new Set(rows.map(({ start }) => start))].sort((a, b) => a - b);

const A_YEAR: Readonly<Record<string, bigint>> = { weekly: 52n, monthly: 12n, quarterly: 4n };

interface Recurring {
  readonly order: Row;
  readonly buyer: string;
  readonly minor: bigint;
  readonly from: number;
  readonly to: number;
}

interface Move {
  readonly currency: string;
  readonly at: number;
  readonly minor: bigint;
  readonly count: number;
  readonly kind: string;
}

function recurringOf(t: Tables, { stores, environment, onlyCurrency }: Asked): Recurring[] {
  return t.orders.flatMap((order: Row) => {
    const own = t.subscription.find((row) => row.order_id === order.id);
    if (!own?.anchor_at || !stores.has(order.store_id)) return [];
    if (order.environment !== environment) return [];
    if (onlyCurrency !== null && order.currency !== onlyCurrency) return [];
    const [first] = t.payment
      .filter((row) => row.order_id === order.id && row.status === 'succeeded')
      .filter((row) => own.trial_minor === null || row.period_number > 1)
      .sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1));
    const credited = t.subscription_period.find(
      (row) => row.order_id === order.id && row.outcome === 'credited',
    );
    const times = [first?.paid_at, credited?.starts_at].filter(Boolean).map(Number);
    if (times.length === 0) return [];
    const isOver = order.status === 'canceled' || order.status === 'expired';
    const [from, to] = [
      Math.min(...times),
      isOver ? Number(order.ended_at ?? order.updated_at) : Infinity,
    ];
    // Replaced the moment it started: it links the plans before and after it.
    if (from > to || (from === to && order.superseded_by_order_id === null)) return [];
    const yearly = order.subtotal_minor * (A_YEAR[own.billing_period] ?? 1n);
    // Half a minor unit is rounded up.
    const minor = (2n * yearly + 12n) / 24n;
    return [{ order, buyer: order.buyer_email.toLowerCase(), minor, from, to }];
  });
}

function movesOf(all: readonly Recurring[]): Move[] {
  const isOf = (one: Recurring, other: Recurring) =>
    one.order.store_id === other.order.store_id && one.order.currency === other.order.currency;
  return all.flatMap((one) => {
    const { currency } = one.order;
    const before = all.find(
      (other) => other.order.superseded_by_order_id === one.order.id && isOf(one, other),
    );
    const after = all.find(
      (other) => other.order.id === one.order.superseded_by_order_id && isOf(one, other),
    );
    const earlier = all.filter(
      (other) =>
        isOf(one, other) &&
        other.from < other.to &&
        other.buyer === one.buyer &&
        (other.from < one.from || (other.from === one.from && other.order.id < one.order.id)),
    );
    const isBack = earlier.length > 0 && earlier.every(({ to }) => to <= one.from);
    const change = before && (before.minor <= one.minor ? 'expansion' : 'contraction');
    const begins = {
      ...{ currency, at: one.from, minor: one.minor - (before?.minor ?? 0n) },
      ...{ count: before ? 0 : 1, kind: change ?? (isBack ? 'reactivation' : 'new') },
    };
    if (one.to === Infinity || after) return [begins];
    return [begins, { currency, at: one.to, minor: -one.minor, count: -1, kind: 'churn' }];
  });
}

export function recurringRevenue(t: Tables, asked: Asked) {
  const { from, to, currency, granularity } = asked;
  const moves = movesOf(recurringOf(t, asked)).filter(({ at }) => at < to);
  const add = (rows: readonly Move[]) => rows.reduce((sum, { minor }) => sum + minor, 0n);
  const running = (rows: readonly Move[]) => rows.reduce((sum, { count }) => sum + count, 0);
  const own = moves.filter((move) => move.currency === currency);
  const shown = own
    .filter(({ at }) => at >= from)
    .map((move) => ({ ...move, start: startOf(new Date(move.at), granularity) }));
  const before = own.filter(({ at }) => at < from);
  return {
    recurringRevenueByCurrency: [...new Set(moves.map((move) => move.currency))]
      .sort()
      .map((code) => {
        const rows = moves.filter((move) => move.currency === code);
        return {
          currency: code,
          monthlyAmount: formatAmount(add(rows), code),
          subscriptionCount: running(rows),
          startMonthlyAmount: formatAmount(add(rows.filter(({ at }) => at < from)), code),
          startSubscriptionCount: running(rows.filter(({ at }) => at < from)),
        };
      }),
    recurringRevenueMovement: ordered(shown).map((start) => {
      const earlier = add([...before, ...shown.filter((move) => move.start < start)]);
      const here = shown.filter((move) => move.start === start);
      const of = (kind: string, sign = 1n) =>
        formatAmount(sign * add(here.filter((move) => move.kind === kind)), currency);
      return {
        period: nameOf(start, granularity),
        startAmount: formatAmount(earlier, currency),
        newAmount: of('new'),
        expansionAmount: of('expansion'),
        contractionAmount: of('contraction', -1n),
        churnedAmount: of('churn', -1n),
        reactivationAmount: of('reactivation'),
        endAmount: formatAmount(earlier + add(here), currency),
      };
    }),
  };
}

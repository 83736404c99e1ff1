import { caseOf } from '../../../texts/texts.ts';
import { formatDay, formatPrice } from '../../shared/format.ts';
import type { PortalOrder } from '../portal-order.ts';
import type { PortalView } from '../portal-view.ts';

const TONES: Readonly<Record<string, string>> = {
  active: 'good',
  completed: 'good',
  past_due: 'bad',
};

export interface OrderProps {
  readonly view: PortalView;
  readonly order: PortalOrder;
}

/** The order's state in a word or two. */
export function OrderStatus({ view, order }: OrderProps) {
  const text = caseOf(view.words.statuses, order.status) ?? order.status;
  return <span class={`status ${TONES[order.status] ?? ''}`}>{text}</span>;
}

interface PriceProps {
  readonly view: PortalView;
  readonly order: Pick<PortalOrder, 'totalMinor' | 'currency' | 'billingPeriod'>;
}

/** The order's price, once or per period. */
export function priceOf({ view, order }: PriceProps): string {
  const { totalMinor, currency, billingPeriod } = order;
  const amount = formatPrice({ amountMinor: totalMinor, currency }, view.texts);
  return billingPeriod ? view.words.pricePerPeriod[billingPeriod]({ amount }) : amount;
}

/** The next event of a subscription and its date; null if there is none, or it isn't known. */
export function nextOf({ view, order }: OrderProps) {
  const { words, texts } = view;
  const { status, dueAt, periodEnd, inTrial, isDisputed, change, currency } = order;
  const day = (time: Date | null) => (time ? formatDay(time, texts) : '');
  if (status === 'canceling') return { label: words.endsOn, value: day(dueAt ?? periodEnd) };
  // Nothing is charged before the bank has decided.
  if (isDisputed) return null;
  if (status === 'past_due') return { label: words.retriedOn, value: day(dueAt) };
  if (status !== 'active') return null;
  if (change) {
    const price = formatPrice({ amountMinor: BigInt(change.firstMinor), currency }, texts);
    return { label: words.nextPayment, value: texts.changeNextOn({ price, day: day(dueAt) }) };
  }
  return { label: inTrial ? words.trialEnds : words.nextPayment, value: day(dueAt) };
}

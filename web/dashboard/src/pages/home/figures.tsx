import { SimpleGrid } from '@mantine/core';
import { numberMoneyText } from '../../parts/amounts.ts';
import { Change, FigureCard } from './figure-card.tsx';
import type { NetRevenue, Overview, SalesFigures, SubscriptionFigures } from './home-readings.ts';

const NOTHING: NetRevenue = {
  grossAmount: '0',
  refundedAmount: '0',
  netAmount: '0',
  paymentCount: 0,
  refundCount: 0,
};

interface Props {
  readonly overview: Overview;
  readonly sales: SalesFigures | undefined;
  readonly recurring: SubscriptionFigures | undefined;
  readonly currency: string;
  readonly isCompared: boolean;
}

/** The figures of a range in one currency. */
export function Figures({ overview, sales, recurring: found, currency, isCompared }: Props) {
  const of = <Row extends { readonly currency: string }>(rows: readonly Row[]) =>
    rows.find((row) => row.currency === currency);
  const now = of(overview.payments.netRevenueByCurrency) ?? NOTHING;
  const before = of(overview.paymentsBefore.netRevenueByCurrency) ?? NOTHING;
  const recurring = of(found?.subscriptions.recurringRevenueByCurrency ?? []);
  const money = (amount: string | number) => numberMoneyText(Number(amount), currency);
  const change = (value: string | number, earlier: string | number, isGood = true, text = money) =>
    isCompared ? (
      <Change
        now={Number(value)}
        before={Number(earlier)}
        beforeText={text(earlier)}
        isGood={isGood}
      />
    ) : null;
  const [average, averageBefore] = [sales?.average, sales?.averageBefore].map(
    (one) => one?.aovTrend[0]?.averageOrderValue ?? 0,
  );
  const counted = (count: number, one: string, many: string) =>
    `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
  // A figure that is still loading isn't shown as zero.
  const once = (part: unknown, text: string) => (part ? text : '…');
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
      <FigureCard
        title="Net revenue"
        figure={money(now.netAmount)}
        change={change(now.netAmount, before.netAmount)}
        note={`${money(now.grossAmount)} in ${counted(now.paymentCount, 'payment', 'payments')}`}
      />
      <FigureCard
        title="Refunds"
        figure={money(now.refundedAmount)}
        change={change(now.refundedAmount, before.refundedAmount, false)}
        note={counted(now.refundCount, 'refund', 'refunds')}
      />
      <FigureCard
        title="Average order"
        figure={once(sales, money(average ?? 0))}
        change={sales && change(average ?? 0, averageBefore ?? 0)}
        note={once(
          sales,
          counted(sales?.average.aovTrend[0]?.orderCount ?? 0, 'paid order', 'paid orders'),
        )}
      />
      <FigureCard
        title="Monthly recurring revenue"
        figure={once(found, money(recurring?.monthlyAmount ?? '0'))}
        change={
          found && change(recurring?.monthlyAmount ?? '0', recurring?.startMonthlyAmount ?? '0')
        }
        note="At the end of the range, before tax"
      />
      <FigureCard
        title="Paying subscriptions"
        figure={once(found, (recurring?.subscriptionCount ?? 0).toLocaleString('en'))}
        change={
          found &&
          change(
            recurring?.subscriptionCount ?? 0,
            recurring?.startSubscriptionCount ?? 0,
            true,
            (count) => count.toLocaleString('en'),
          )
        }
        note={`In ${currency}, not including trials`}
      />
    </SimpleGrid>
  );
}

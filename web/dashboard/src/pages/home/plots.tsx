import { Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { numberMoneyText, shortMoneyText } from '../../parts/amounts.ts';
import { Plot } from '../../parts/plot.tsx';
import type { Movement, SalesFigures, SubscriptionFigures } from './home-readings.ts';
import { type HomeRange, periodsOf } from './range.ts';

interface Props {
  readonly figures: SalesFigures & SubscriptionFigures;
  readonly currency: string;
  readonly shown: HomeRange;
  readonly isCompared: boolean;
}

/** Revenue and recurring revenue over the range. */
export function Plots(props: Props) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <RevenuePlot {...props} />
      <RecurringPlot {...props} />
    </SimpleGrid>
  );
}

function RevenuePlot({ figures, currency, shown, isCompared }: Props) {
  const { range, before, granularity, isUnfinished } = shown;
  const amounts = (rows: readonly { readonly period: string; readonly netAmount: string }[]) =>
    new Map(rows.map(({ period, netAmount }) => [period, Number(netAmount)]));
  const now = amounts(figures.payments.netRevenueByPeriod);
  const earlier = amounts(figures.paymentsBefore.netRevenueByPeriod);
  const periodsBefore = periodsOf(before, granularity);
  const rows = periodsOf(range, granularity).map((period, place) => ({
    period,
    value: now.get(period) ?? 0,
    before: earlier.get(periodsBefore[place] ?? '') ?? 0,
  }));
  const unit = granularity === 'DAY' ? 'day' : 'month';
  return (
    <PlotCard title="Net revenue" note={`By ${unit} (UTC), after refunds`}>
      <Plot
        title={`Net revenue by ${unit} in ${currency}`}
        kind={rows.length > 1 ? 'area' : 'bar'}
        x="period"
        rows={rows}
        isUnfinished={isUnfinished}
        series={[
          { name: 'value', label: 'This period' },
          ...(isCompared
            ? [{ name: 'before', label: 'Previous period', isBefore: true, color: 'gray' }]
            : []),
        ]}
        format={(value) => numberMoneyText(value, currency)}
        formatShort={(value) => shortMoneyText(value, currency)}
      />
    </PlotCard>
  );
}

const MOVES = [
  ['newAmount', 'New', 1],
  ['expansionAmount', 'Expansion', 1],
  ['reactivationAmount', 'Reactivation', 1],
  ['contractionAmount', 'Contraction', -1],
  ['churnedAmount', 'Churn', -1],
] as const;

function RecurringPlot({ figures, currency, shown }: Props) {
  const { range, granularity, isUnfinished } = shown;
  const moved = figures.subscriptions.recurringRevenueMovement;
  const atEnd = figures.subscriptions.recurringRevenueByCurrency.find(
    (one) => one.currency === currency,
  );
  let value = Number(moved[0]?.startAmount ?? atEnd?.monthlyAmount ?? 0);
  const ends = new Map(moved.map(({ period, endAmount }) => [period, Number(endAmount)]));
  const rows = periodsOf(range, granularity).map((period) => {
    value = ends.get(period) ?? value;
    return { period, value };
  });
  const unit = granularity === 'DAY' ? 'day' : 'month';
  return (
    <PlotCard title="Monthly recurring revenue" note={`At the end of each ${unit} (UTC)`}>
      <Plot
        title={`Monthly recurring revenue by ${unit} in ${currency}`}
        kind={rows.length > 1 ? 'line' : 'bar'}
        x="period"
        rows={rows}
        isUnfinished={isUnfinished}
        series={[{ name: 'value', label: 'MRR', color: 'teal.6' }]}
        format={(amount) => numberMoneyText(amount, currency)}
        formatShort={(amount) => shortMoneyText(amount, currency)}
      />
      <Group component="dl" gap="lg" m={0} aria-label="Movement of recurring revenue">
        {MOVES.map(([name, label, sign]) => (
          <Move
            key={name}
            label={label}
            currency={currency}
            minor={sign * sumOf(moved, name) || 0}
          />
        ))}
      </Group>
    </PlotCard>
  );
}

function Move({
  label,
  minor,
  currency,
}: {
  readonly label: string;
  readonly minor: number;
  readonly currency: string;
}) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {label}
      </Text>
      <Text
        component="dd"
        m={0}
        size="sm"
        fw={600}
        className={minor < 0 ? 'bad' : minor > 0 ? 'good' : 'same'}
      >
        {minor > 0 ? '+' : ''}
        {numberMoneyText(minor, currency)}
      </Text>
    </div>
  );
}

/** Amounts have at most four decimals, so scaled to integers they add up exactly. */
const PARTS = 10_000;
function sumOf(moved: readonly Movement[], name: (typeof MOVES)[number][0]): number {
  return moved.reduce((sum, move) => sum + Math.round(Number(move[name]) * PARTS), 0) / PARTS;
}

function PlotCard({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
}) {
  return (
    <Card withBorder padding="md" component="section">
      <Stack gap="sm">
        <div>
          <Title order={2} size="sm" fw={600}>
            {title}
          </Title>
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        </div>
        {children}
      </Stack>
    </Card>
  );
}

import { numberMoneyText } from '../../parts/amounts.ts';
import { useGraphql } from '../../parts/use-graphql.ts';
import { Change, FigureCard } from './figure-card.tsx';
import type { Overview } from './home-readings.ts';

type Rates = Readonly<
  Record<string, { readonly toCurrency: string; readonly standardRate: string } | null>
>;
type Net = Overview['payments']['netRevenueByCurrency'];

interface Props {
  readonly overview: Overview;
  readonly currencies: readonly string[];
  readonly isCompared: boolean;
}

/** Net revenue of all currencies converted to one, if the operator has set rates for each. */
export function AllCurrencies({ overview, currencies, isCompared }: Props) {
  const rates = useGraphql<Rates>(
    `{ ${currencies.map((code) => `${code}: rate(fromCurrency: ${code}) { toCurrency standardRate }`).join(' ')} }`,
  ).data;
  const known = currencies.map((code) => rates?.[code]);
  const currency = known[0]?.toCurrency;
  if (!rates || !currency || known.includes(null)) return null;
  const total = (net: Net) =>
    net.reduce(
      (sum, { currency: code, netAmount }) =>
        sum + Number(netAmount) * Number(rates[code]?.standardRate ?? 0),
      0,
    );
  const [now, before] = [overview.payments, overview.paymentsBefore].map((one) =>
    total(one.netRevenueByCurrency),
  ) as [number, number];
  const money = (amount: number) => numberMoneyText(amount, currency);
  return (
    <FigureCard
      title="Net revenue in all currencies"
      figure={money(now)}
      change={isCompared ? <Change now={now} before={before} beforeText={money(before)} /> : null}
      note="At the exchange rates set by the operator"
    />
  );
}

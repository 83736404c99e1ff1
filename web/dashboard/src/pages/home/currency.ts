import { useLocalStorage } from '@mantine/hooks';
import { usePlace } from '../../app/place.ts';
import type { Overview } from './home-readings.ts';

/** The store's currencies, those with the most payments in the range first. */
export function currenciesOf({ payments, ever }: Overview): string[] {
  const counts = new Map<string, number>();
  const add = (currency: string, count: number) =>
    counts.set(currency, (counts.get(currency) ?? 0) + count);
  for (const one of payments.netRevenueByCurrency) add(one.currency, one.paymentCount);
  for (const one of ever.settlementRevenueByCurrency) add(one.currency, 0);
  return [...counts]
    .sort(([one, many], [other, more]) => more - many || one.localeCompare(other))
    .map(([currency]) => currency);
}

/** The displayed currency, remembered per store once chosen. */
export function useCurrency(known: readonly string[]) {
  const { store } = usePlace();
  const [chosen, setChosen] = useLocalStorage<string>({
    key: `tillgate.currency.${store.id}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const currency = known.includes(chosen) ? chosen : (known[0] ?? 'USD');
  return { currency, setCurrency: setChosen };
}

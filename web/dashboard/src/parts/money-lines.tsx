import { Money } from './money.tsx';

interface Sum {
  readonly amount: string;
  readonly currency: string;
}

/** Amounts in several currencies, one per line. */
export function MoneyLines({ sums }: { readonly sums: readonly Sum[] }) {
  return sums.map(({ amount, currency }) => (
    <div key={currency}>
      <Money amount={amount} currency={currency} />
    </div>
  ));
}

import { Money } from './money.tsx';

interface Sum {
  readonly amount: string;
  readonly currency: string;
}

/** Amounts of several currencies, one a line. */
export function MoneyLines({ sums }: { readonly sums: readonly Sum[] }) {
  return sums.map(({ amount, currency }) => (
    <div key={currency}>
      <Money amount={amount} currency={currency} />
    </div>
  ));
}

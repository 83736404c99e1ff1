import type { Money } from '../../../kit/money.ts';

interface CurrencyCodeProps {
  readonly price: Money;
  /** The formatted price. */
  readonly amount: string;
}

/** The currency's code behind a price whose symbol others share; nothing if the price names it. */
export function CurrencyCode({ price, amount }: CurrencyCodeProps) {
  if (amount.includes(price.currency)) return null;
  return (
    <>
      {' '}
      <span class="currency">{price.currency}</span>
    </>
  );
}

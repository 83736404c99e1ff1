import type { Texts } from '../../../texts/texts.ts';
import { formatPrice, trialText } from '../../shared/format.ts';
import { CurrencyCode } from '../../shared/view/currency-code.tsx';
import { buyPath, type Place } from '../addresses.ts';
import type { Offer, ShownProduct } from '../storefront.ts';

interface OfferProps {
  readonly product: ShownProduct;
  readonly offer: Offer;
  readonly texts: Texts;
}

/** A product's trial, price and billing period. */
export function OfferText({ product, offer, texts }: OfferProps) {
  const { price, trial } = offer;
  const amount = formatPrice(price, texts);
  return (
    <>
      {trial && <p class="trial">{trialText(trial, price, texts)}</p>}
      <p class="price">
        {trial ? texts.trialThen({ amount }) : amount}
        <CurrencyCode price={price} amount={amount} />
      </p>
      <p class="once">{texts.periods[product.billingPeriod ?? 'once']}</p>
    </>
  );
}

interface BuyProps extends OfferProps {
  readonly place: Place;
  /** The element that names the product. */
  readonly describedBy: string;
}

/** The button that starts a checkout: a plain form. */
export function BuyForm({ product, offer, texts, place, describedBy }: BuyProps) {
  return (
    <form method="post" action={buyPath(place, product.id)}>
      <input type="hidden" name="currency" value={offer.price.currency} />
      <button type="submit" aria-describedby={describedBy}>
        {buttonText(product, offer, texts)}
      </button>
    </form>
  );
}

function buttonText({ billingPeriod }: ShownProduct, { trial }: Offer, texts: Texts): string {
  if (trial && trial.amountMinor === null) return texts.tryFree;
  return billingPeriod === null ? texts.buy : texts.subscribe;
}

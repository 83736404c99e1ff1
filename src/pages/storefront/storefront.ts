import type { Environment } from '../../contract/caller.ts';
import { methodsFor } from '../../domain/checkout/payment-methods.ts';
import type { StoredPrices } from '../../domain/product/prices.ts';
import type { BillingPeriod, ProductKind } from '../../domain/product/product.ts';
import { offeredTrial } from '../../domain/subscription/begin-subscription.ts';
import type { Language } from '../../kit/languages.ts';
import type { Money } from '../../kit/money.ts';
import type { MediaItem, PageStore, PageTrial } from '../shared/page-store.ts';

/** Products on one page. */
export const PAGE_SIZE = 24;
/** The currency shown first for a language. */
const HOME_CURRENCIES: Readonly<Partial<Record<Language, string>>> = {
  'en-HK': 'HKD',
  'ja-JP': 'JPY',
  'zh-Hans-HK': 'HKD',
  'zh-Hant-HK': 'HKD',
};
const USUAL_CURRENCIES = ['USD', 'EUR'];

/** A store as shown on its public pages. */
export type Storefront = PageStore & { readonly prodEnabled: boolean };

/** An active product as shown on its public page. */
export interface ShownProduct {
  /** `PROD_xxx`. */
  readonly id: string;
  readonly kind: ProductKind;
  readonly name: string;
  readonly description: string | null;
  readonly media: readonly MediaItem[];
  readonly billingPeriod: BillingPeriod | null;
  readonly prices: StoredPrices;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The visitor's selection. */
export interface Wish {
  readonly environment: Environment;
  readonly currency: string | null;
  /** From 1. */
  readonly page: number;
}

/** A product's price in one currency, and its trial. */
export interface Offer {
  readonly price: Money;
  readonly trial: PageTrial | null;
}

/** The currencies that a product can be paid in. */
export function payableCurrencies({ kind, prices }: Pick<ShownProduct, 'kind' | 'prices'>) {
  return Object.keys(prices).filter((currency) => methodsFor(kind, currency).length > 0);
}

/**
 * The requested currency if there is a price in it, else the usual one for the visitor's language.
 */
export function chooseCurrency(
  currencies: readonly string[],
  wanted: string | null,
  language: Language,
): string | null {
  const order = [wanted, HOME_CURRENCIES[language], ...USUAL_CURRENCIES];
  const known = order.find((currency) => currency && currencies.includes(currency));
  return known ?? currencies[0] ?? null;
}

/** A product's price in a currency that it has a price in. */
export function offerOf(product: ShownProduct, currency: string): Offer | null {
  const price = Object.hasOwn(product.prices, currency) ? product.prices[currency] : undefined;
  if (!price) return null;
  const amountMinor = BigInt(price.amountMinor);
  const offer = { withTrial: null, productMetadata: product.metadata, price, amountMinor };
  const trial = product.billingPeriod === null ? null : offeredTrial(offer);
  return { price: { amountMinor, currency }, trial };
}

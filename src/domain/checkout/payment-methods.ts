import type { ProductKind } from '../product/product.ts';

export const PAYMENT_METHODS = ['card', 'applepay', 'googlepay', 'wechat'] as const;

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

const WALLETS = ['card', 'applepay', 'googlepay'] as const;

/**
 * The payment methods for each kind of product, by currency. A currency not listed cannot be
 * charged (docs/contract/checkout.md).
 */
const MATRIX: Readonly<Record<ProductKind, Readonly<Record<string, readonly PaymentMethod[]>>>> = {
  onetime: {
    USD: PAYMENT_METHODS,
    EUR: WALLETS,
    GBP: WALLETS,
    HKD: WALLETS,
    JPY: WALLETS,
    CNY: ['wechat'],
  },
  subscription: { USD: WALLETS, EUR: WALLETS, GBP: WALLETS, HKD: WALLETS, JPY: WALLETS },
};

/** The methods for a kind of product and a currency. Empty if the currency cannot be charged. */
export function methodsFor(kind: ProductKind, currency: string): readonly PaymentMethod[] {
  const methods = MATRIX[kind];
  return Object.hasOwn(methods, currency) ? (methods[currency] as readonly PaymentMethod[]) : [];
}

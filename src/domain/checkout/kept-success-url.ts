import type { Environment } from '../../contract/caller.ts';

/** Where a store's buyers may be sent back to, besides what the merchant says itself. */
export interface KnownPlaces {
  /** Verified; null: the store has none. */
  readonly website: string | null;
  /** Of the product's version. */
  readonly productSuccessUrl: string | null;
}

/**
 * A visitor's `successUrl`, or null where the store is not known to be at its origin: anybody can
 * make a session and hand on its address, and the buyer who pays trusts the store
 * (docs/contract/checkout.md#visitors-success-url). In test, any.
 */
export function keptSuccessUrl(
  successUrl: string | null,
  environment: Environment,
  { website, productSuccessUrl }: KnownPlaces,
): string | null {
  if (successUrl === null || environment === 'test') return successUrl;
  const { origin } = new URL(successUrl);
  const isKnown = [website, productSuccessUrl].some(
    (place) => place !== null && new URL(place).origin === origin,
  );
  return isKnown ? successUrl : null;
}

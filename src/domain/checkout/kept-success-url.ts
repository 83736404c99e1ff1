import type { Environment } from '../../contract/caller.ts';

/**
 * URLs known to be the store's, where buyers may be sent back to without a merchant asking for it.
 */
export interface KnownPlaces {
  /** The verified website; null if the store has none. */
  readonly website: string | null;
  /** The success URL of the product's version. */
  readonly productSuccessUrl: string | null;
}

/**
 * A visitor's `successUrl`, or null if its origin is not known to be the store's. Anyone can create
 * a session and share its URL, and the buyer who pays trusts the store
 * (docs/contract/checkout.md#visitors-success-url). In the test environment, any origin is
 * accepted.
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

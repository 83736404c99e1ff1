import type { TokenCaller } from '../../contract/caller.ts';

/** The owner of an order. */
export interface OrderOwner {
  readonly buyerIdentity: string | null;
  readonly buyerEmail: string;
}

/**
 * Whether the order belongs to the buyer: bought with the token's identity, or with the email that
 * a portal link proved. The SQL in `own-order.queries` applies the same rule to lists of orders.
 */
export function isOwnOrder(
  { buyerIdentity, buyerEmail }: OrderOwner,
  caller: TokenCaller,
): boolean {
  return buyerIdentity === caller.buyerIdentity || buyerEmail.toLowerCase() === caller.provenEmail;
}

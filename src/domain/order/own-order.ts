import type { TokenCaller } from '../../contract/caller.ts';

/** Whose an order is. */
export interface OrderOwner {
  readonly buyerIdentity: string | null;
  readonly buyerEmail: string;
}

/**
 * Whether the order is the buyer's: bought with the identity of the token, or with the address that
 * a link to the portal has proven. The statements that list orders say the same (`own-order.queries`).
 */
export function isOwnOrder(
  { buyerIdentity, buyerEmail }: OrderOwner,
  caller: TokenCaller,
): boolean {
  return buyerIdentity === caller.buyerIdentity || buyerEmail.toLowerCase() === caller.provenEmail;
}

import { type Answer, ATTACKER, type AttackersShop, send, type Target } from './target.ts';

export const APPROVED_CARD = '4242424242424242';
export const DECLINED_CARD = '4000000000000002';

/** Asks for a payment token for a test card. */
export function takeToken(target: Pick<Target, 'baseUrl'>, number: string): Promise<Answer> {
  const card = { number, expMonth: 12, expYear: 2099, cvc: '123' };
  return send(target, ATTACKER, '/sandbox/tokens', JSON.stringify(card));
}

/** A product of the attacker's. */
export type Offer = Pick<AttackersShop, 'storeId' | 'productId'>;
export type ProductType = 'onetime' | 'subscription';

/** The body that creates a checkout session for the product. */
export const sessionFor = ({ storeId, productId }: Offer, productType: ProductType = 'onetime') =>
  JSON.stringify({ storeId, productId, productType, currency: 'USD' });

/** What pays a session, besides its ID. */
export const paymentWith = (paymentToken: string) => ({
  buyerEmail: 'buyer@example.com',
  billingDetail: { country: 'DE', isBusiness: false },
  ...{ paymentMethod: 'card', paymentToken },
});

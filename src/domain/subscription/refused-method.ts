import type { ChargeDeclined } from '../../contract/payment-provider.ts';
import type { Tx } from '../../database/database.ts';
import { markMethodRefused } from './saved-method.queries.ts';
import type { Subscription } from './subscription.ts';

/**
 * The outcome of a charge that isn't sent to the provider, because the bank has permanently refused
 * the saved method: card networks forbid charging it again, and fine merchants who do. The reason is
 * that of a plain decline, so that the holder of a stolen card learns nothing.
 */
export const NOT_SENT: ChargeDeclined = {
  status: 'declined',
  reason: 'card_declined',
  reference: null,
  card: null,
};

/** Whether the method must not be charged: the subscription's bank has permanently refused it. */
export function isRefused(
  { refusedMethod }: Pick<Subscription, 'refusedMethod'>,
  method: string | null,
): boolean {
  return method !== null && method === refusedMethod;
}

/** Records a decline of the locked subscription's saved method, if it was permanent. */
export async function keepRefusal(
  tx: Tx,
  subscription: Pick<Subscription, 'orderId' | 'storeId'>,
  { refusedMethod }: ChargeDeclined,
): Promise<void> {
  if (refusedMethod) await markMethodRefused(tx, subscription, refusedMethod);
}

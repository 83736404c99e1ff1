import { type ChargeDeclined, NOT_COMPLETED } from '../../contract/payment-provider.ts';
import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { addDays } from '../../kit/period.ts';
import { addMs } from '../../kit/time.ts';
import { countLostCharges } from '../payment/renewal-payments.queries.ts';
import type { Subscription } from './subscription.ts';
import { releaseSubscription } from './subscription-changes.queries.ts';

const MINUTE_MS = 60_000;
/**
 * Minutes until a charge that never reached the provider is retried
 * (docs/contract/subscriptions.md#lost-charges).
 */
const RETRY_MINUTES = [0, 1, 10, 60];

/**
 * Lets a due subscription be charged again if the charge of the order, its own or that of its next
 * plan, never reached the provider. False if the charge was declined, or was lost once too often:
 * then it counts as declined, because a charge lost every time would be retried forever.
 */
export async function retryLostCharge(
  tx: Tx,
  { storeId, orderId, at }: Subscription,
  chargedId: Id<'ORD'>,
  { reason }: ChargeDeclined,
): Promise<boolean> {
  if (reason !== NOT_COMPLETED) return false;
  const lost = await countLostCharges(tx, storeId, chargedId, addDays(at, -1));
  // After an outage, this one may have begun more than a day ago, so that it isn't among them.
  const minutes = RETRY_MINUTES[Math.max(lost, 1) - 1];
  if (minutes === undefined) return false;
  const dueAt = minutes === 0 ? null : addMs(at, minutes * MINUTE_MS);
  await releaseSubscription(tx, storeId, orderId, dueAt);
  return true;
}

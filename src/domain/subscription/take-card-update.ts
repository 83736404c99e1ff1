import type { SavedMethodSubject } from '../../contract/payment-provider.ts';
import type { ReportContext } from '../payment/find-reported-charge.ts';
import { findSavingOrder } from '../payment/payment.queries.ts';
import { lockRunningSuccessor } from './lock-running-successor.ts';
import { updateSavedCard } from './saved-method.queries.ts';

/**
 * Handles a callback that the provider has replaced the card of a saved method: from then on the new
 * one is shown to the buyer, and charged although the bank had refused the old one. What plan changes
 * made of the subscription, or schedule for it, uses the same method.
 */
export async function takeCardUpdate(
  { database, provider, currentTime }: ReportContext,
  { savedMethod, card, savedFor }: SavedMethodSubject,
): Promise<void> {
  const [order] = await findSavingOrder(database, savedFor);
  if (!order) return;
  const { storeId, orderId } = order;
  await database.transaction(async (tx) => {
    const running = await lockRunningSuccessor(tx, storeId, orderId, currentTime());
    const { orderId: runningId, scheduledOrderId } = running ?? {};
    const orderIds = [orderId, runningId, scheduledOrderId].filter((id) => id != null);
    const method = { provider: provider.name, savedMethod, card };
    await updateSavedCard(tx, storeId, orderIds, method);
  });
}

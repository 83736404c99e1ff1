import type { ChargeRequest } from '../../contract/payment-provider.ts';
import type { Tx } from '../../database/database.ts';
import { recordOutcome } from '../payment/record-outcome.ts';
import { switchPlan } from '../plan-change/switch-plan.ts';
import { isCharging } from '../subscription/order-access.queries.ts';
import { endSubscription } from '../subscription/record-failure.ts';
import { NOT_SENT } from '../subscription/refused-method.ts';
import { lockSubscription } from '../subscription/subscription.queries.ts';
import type { RenewalContext, Step } from './renew.ts';

/** Any step except `stuck`. */
export type Takable = Exclude<Step, { kind: 'stuck' }>;
export type ChargeStep = Extract<Step, { kind: 'charge' }>;

/**
 * The second and third steps: charges under the recorded id, then records the outcome. Throws if
 * the outcome is unknown; the payment stays pending until it is settled.
 */
export async function takeStep(context: RenewalContext, step: Takable): Promise<void> {
  const { database, ports, currentTime } = context;
  if (step.kind === 'end') {
    await database.transaction((tx) => endIfDue(tx, step, currentTime()));
    return;
  }
  if (step.kind === 'switch') {
    await database.transaction((tx) => switchIfDue(tx, step, currentTime()));
    return;
  }
  const outcome = step.isRefused
    ? NOT_SENT
    : await step.provider.charge(requestOf(step, currentTime()));
  const payment = { id: step.intent.paymentId, storeId: step.storeId };
  await database.transaction((tx) =>
    recordOutcome(ports.payments, tx, payment, outcome, currentTime()),
  );
}

/** The request to the provider. */
export function requestOf({ intent, paymentToken, amount }: ChargeStep, now: Date): ChargeRequest {
  return { paymentId: intent.paymentId, paymentToken, amount, usage: 'renewal', now };
}

/** Since the claim, the change may have been withdrawn, or another one may be being paid. */
async function switchIfDue(
  tx: Tx,
  { orderId, storeId, targetId }: Extract<Step, { kind: 'switch' }>,
  now: Date,
): Promise<void> {
  const [origin] = await lockSubscription(tx, storeId, orderId, now);
  if (origin?.orderStatus !== 'active' || origin.scheduledOrderId !== targetId) return;
  if (await isCharging(tx, storeId, orderId)) return;
  const [target] = await lockSubscription(tx, storeId, targetId, now);
  if (target) await switchPlan(tx, { target, sold: null, savedMethod: null }, now);
}

/** A cancellation may have been withdrawn since the claim. */
async function endIfDue(
  tx: Tx,
  { orderId, storeId }: Extract<Step, { kind: 'end' }>,
  now: Date,
): Promise<void> {
  const [subscription] = await lockSubscription(tx, storeId, orderId, now);
  if (subscription?.orderStatus !== 'canceling') return;
  if (subscription.dueAt === null || subscription.dueAt > subscription.at) return;
  await endSubscription(tx, subscription, now);
}

import type { Environment } from '../../contract/caller.ts';
import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import type { PayableSession } from '../checkout-session/checkout-session.queries.ts';
import { trialDaysOf } from '../product/trial.ts';
import { putSubscription } from './begin-subscription.queries.ts';
import { claimTrial, trialBuyer } from './trial-use.queries.ts';

export interface Beginning {
  readonly session: PayableSession;
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
  readonly orderId: Id<'ORD'>;
  readonly buyer: { readonly email: string; readonly identity: string | null };
  readonly paymentMethod: string;
  readonly provider: string;
  /** Until this real time, the order being paid reserves its trial. */
  readonly heldUntil: Date;
  readonly now: Date;
}

/**
 * Determines the price of the pending subscription's first period and claims the buyer's trial for
 * it. Returns null for a free trial, which charges nothing.
 */
export async function beginSubscription(tx: Tx, beginning: Beginning): Promise<bigint | null> {
  const { session, orderId, storeId, environment, provider, paymentMethod } = beginning;
  const { billingPeriod } = session;
  if (billingPeriod === null) throw new Error('A subscription product without a billing period');
  const trial = await takeTrial(tx, beginning);
  const given = { orderId, storeId, environment, billingPeriod, provider, paymentMethod };
  await putSubscription(tx, {
    ...given,
    trialDays: trial?.days ?? null,
    trialMinor: trial?.amountMinor ?? null,
  });
  return trial === null ? session.amountMinor : trial.amountMinor;
}

export interface Trial {
  readonly days: number;
  /** Null for a free trial. */
  readonly amountMinor: bigint | null;
}

/** The trial that the session offers to a buyer who hasn't used it up. */
export function offeredTrial(
  session: Pick<PayableSession, 'withTrial' | 'productMetadata' | 'price' | 'amountMinor'>,
): Trial | null {
  const days = trialDaysOf({ metadata: session.productMetadata });
  if (days === null || session.withTrial === false) return null;
  const trialMinor = session.price?.trialAmountMinor;
  if (trialMinor === undefined) return { days, amountMinor: null };
  const amountMinor = BigInt(trialMinor);
  // The session's own price may be below the product's trial amount.
  return {
    days,
    amountMinor: amountMinor < session.amountMinor ? amountMinor : session.amountMinor,
  };
}

async function takeTrial(tx: Tx, beginning: Beginning): Promise<Trial | null> {
  const { session, orderId, storeId, environment, buyer, heldUntil, now } = beginning;
  const trial = offeredTrial(session);
  if (trial === null) return null;
  const seeker = { storeId, environment, productId: session.productId };
  const claim = { buyer: trialBuyer(buyer.identity, buyer.email), orderId, heldUntil };
  return (await claimTrial(tx, seeker, claim, now)) ? trial : null;
}

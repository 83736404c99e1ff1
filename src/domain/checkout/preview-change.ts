import { z } from 'zod';
import { action } from '../../contract/action.ts';
import type {
  ApiKeyCaller,
  DashboardCaller,
  SlugCaller,
  TokenCaller,
} from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import type { Tx } from '../../database/database.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { formatAmount } from '../../kit/money.ts';
import { toIso } from '../../kit/time.ts';
import { CHANGE_TIMINGS } from '../checkout-session/session-change.ts';
import { requiredSessionId, type SessionId } from '../checkout-session/session-id.ts';
import { isOwnOrder } from '../order/own-order.ts';
import {
  type ChangeSession,
  findChangeSession,
  findSessionStore,
} from '../plan-change/change-session.queries.ts';
import { findPaidForPeriod } from '../plan-change/paid-for-period.ts';
import { quoteChange } from '../plan-change/quote.ts';
import { findSubscriptions } from '../subscription/subscription.queries.ts';
import { asRunning, type RunningSubscription } from '../subscription/subscription.ts';

const errors = errorTable('order', {
  missingSessionId: [400, 'Missing required field: checkoutSessionId'],
  malformedSessionId: [400, expectedFormat('cs')],
  sessionNotFound: [404, 'Checkout session not found'],
  otherBuyer: [403, 'Subscription order does not belong to this credential'],
  notChangeable: [400, (status) => `Plan cannot be changed, current status: ${status}`],
});

type Caller = ApiKeyCaller | DashboardCaller | SlugCaller | TokenCaller;

const plan = z.object({ productName: z.string(), amount: z.string(), billingPeriod: z.string() });

/**
 * Shows what a plan change costs now and at the next renewal, without changing anything
 * (docs/contract/subscriptions.md#plan-change).
 */
export const previewChange = action({
  path: 'checkout/preview-change',
  summary: 'Ask what a plan change costs now and next',
  auth: ['apiKey', 'dashboard', 'slug', 'token'],
  environment: 'credential',
  replayable: false,
  audited: false,
  errors,
  input: z.object({
    checkoutSessionId: requiredSessionId(errors.missingSessionId, errors.malformedSessionId),
  }),
  output: z.object({
    changeTiming: z.enum(CHANGE_TIMINGS),
    currency: z.string(),
    currentPlan: plan,
    newPlan: plan.extend({ productId: z.string() }),
    /** Deducted from the new plan's first period; null if the merchant has set the amount. */
    creditAmount: z.string().nullable(),
    /** Charged when the change is confirmed. */
    amountDue: z.string(),
    effectiveAt: z.string(),
    nextAmount: z.string(),
    nextChargeAt: z.string(),
  }),
  handle: async ({ input, caller, tx, now }) => {
    const session = await findSession(tx, input.checkoutSessionId, caller);
    const [origin] = await findSubscriptions(tx, session.storeId, [session.originOrderId], now);
    if (!origin) throw errors.sessionNotFound();
    if (caller.kind === 'token' && !isOwnOrder(origin, caller)) throw errors.otherBuyer();
    if (origin.orderStatus !== 'active') throw errors.notChangeable(origin.orderStatus);
    const paidMinor = await findPaidForPeriod(tx, origin);
    return { data: viewChange(session, asRunning(origin), paidMinor) };
  },
});

async function findSession(tx: Tx, id: SessionId, caller: Caller): Promise<ChangeSession> {
  const storeId = await storeOf(tx, id, caller);
  const [session] = storeId ? await findChangeSession(tx, id, storeId, caller.environment) : [];
  if (!session) throw errors.sessionNotFound();
  return session;
}

function storeOf(tx: Tx, id: SessionId, caller: Caller): Promise<Id<'STO'> | null> {
  if ('merchantId' in caller) return findSessionStore(tx, id, caller);
  return Promise.resolve(caller.storeId);
}

function viewChange(session: ChangeSession, origin: RunningSubscription, paidMinor: bigint) {
  const { currency } = origin;
  const quote = quoteChange(session, origin, paidMinor);
  const amount = (minor: bigint) => formatAmount(minor, currency);
  return {
    ...{ changeTiming: session.timing, currency },
    currentPlan: {
      productName: origin.productName,
      amount: amount(origin.totalMinor),
      billingPeriod: origin.billingPeriod,
    },
    newPlan: {
      productId: encodeId('PROD', session.productId),
      productName: session.productName,
      amount: amount(session.amountMinor),
      billingPeriod: session.billingPeriod,
    },
    creditAmount: quote.creditMinor === null ? null : amount(quote.creditMinor),
    amountDue: amount(quote.dueMinor),
    effectiveAt: toIso(quote.effectiveAt),
    nextAmount: amount(quote.nextMinor),
    nextChargeAt: toIso(quote.nextAt),
  };
}

import { z } from 'zod';
import { action } from '../../contract/action.ts';
import type { SlugCaller, TokenCaller } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import { offeredTrial } from '../subscription-order/begin-subscription.ts';
import { emailBuyer, identityBuyer, mayStillTry } from '../subscription-order/trial-use.queries.ts';
import { findCheckoutSession, type PreviewedSession } from './checkout.queries.ts';
import { requiredSessionId } from './session-id.ts';

const errors = errorTable('order', {
  missingSessionId: [400, 'Missing required field: checkoutSessionId'],
  malformedSessionId: [400, (got) => `Expected format: cs_xxx, got "${got}"`],
  sessionNotFound: [404, 'Checkout session not found'],
});

/** Tells whether a checkout session would begin with a trial for this buyer (decisions 6). */
export const previewTrial = action({
  path: 'checkout/preview-trial',
  summary: 'Ask whether a checkout session begins with a trial for a buyer',
  auth: ['slug', 'token'],
  environment: 'credential',
  replayable: false,
  audited: false,
  errors,
  input: z.object({
    checkoutSessionId: requiredSessionId(errors.missingSessionId, errors.malformedSessionId),
    buyerIdentity: z.string().trim().nullish(),
  }),
  output: z.object({ isEligible: z.boolean(), trialDays: z.number().nullable() }),
  handle: async ({ input, caller, tx }) => {
    const { storeId, environment } = caller;
    const id = input.checkoutSessionId;
    const [session] = await findCheckoutSession(tx, id, storeId, environment);
    if (!session) throw errors.sessionNotFound();
    const trial = session.productKind === 'subscription' ? offeredTrial(session) : null;
    if (trial === null) return { data: { isEligible: false, trialDays: null } };
    const seeker = { storeId, environment, productId: session.productId };
    const buyers = buyersOf(caller, input.buyerIdentity || null, session);
    const isEligible = buyers.length === 0 || (await mayStillTry(tx, seeker, buyers));
    return { data: { isEligible, trialDays: trial.days } };
  },
});

/** How the buyer may be known: by the token's identity, the one that is asked for, the session's. */
function buyersOf(
  caller: SlugCaller | TokenCaller,
  asked: string | null,
  { buyerEmail }: PreviewedSession,
): string[] {
  if (caller.kind === 'token') return [identityBuyer(caller.buyerIdentity)];
  if (asked !== null) return [identityBuyer(asked), emailBuyer(asked)];
  return buyerEmail === null ? [] : [emailBuyer(buyerEmail)];
}

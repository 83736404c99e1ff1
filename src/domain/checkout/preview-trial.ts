import { z } from 'zod';
import { action } from '../../contract/action.ts';
import type { SlugCaller, TokenCaller } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import {
  findCheckoutSession,
  type PreviewedSession,
} from '../checkout-session/checkout-session.queries.ts';
import { requiredSessionId } from '../checkout-session/session-id.ts';
import { offeredTrial } from '../subscription/begin-subscription.ts';
import { emailBuyer, identityBuyer, mayStillTry } from '../subscription/trial-use.queries.ts';

const errors = errorTable('order', {
  missingSessionId: [400, 'Missing required field: checkoutSessionId'],
  malformedSessionId: [400, expectedFormat('cs')],
  sessionNotFound: [404, 'Checkout session not found'],
});

/**
 * Reports whether a checkout session would begin with a trial for this buyer
 * (docs/contract/checkout.md).
 */
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

/**
 * The ways to identify the buyer: the token's identity, otherwise the email that the merchant gave
 * the session. A visitor learns nothing about any other address: a slug is public, and having had a
 * trial reveals a customer (docs/contract/checkout.md#trial-oracle).
 */
function buyersOf(
  caller: SlugCaller | TokenCaller,
  asked: string | null,
  { vouchedEmail }: PreviewedSession,
): string[] {
  if (caller.kind === 'token') return [identityBuyer(caller.buyerIdentity)];
  if (vouchedEmail === null) return [];
  const isAsked = asked?.toLowerCase() === vouchedEmail.toLowerCase();
  return isAsked ? [identityBuyer(asked), emailBuyer(vouchedEmail)] : [emailBuyer(vouchedEmail)];
}

import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import { optionalId, requiredText } from '../../contract/input.ts';
import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { codePointLength } from '../../kit/text.ts';
import { addMs, toIso } from '../../kit/time.ts';
import { findTokenStore } from './auth.queries.ts';

/** Decisions 2: a token lives 5 minutes. */
const LIFE_MS = 5 * 60 * 1000;
/** Code points. */
const LONGEST_IDENTITY = 512;
const SECOND_MS = 1000;

const errors = errorTable('user', {
  missingBuyer: [400, 'Missing required field: buyerIdentity'],
  missingStore: [400, 'Missing required field: provide storeId or productId'],
  malformedStoreId: [400, (got) => `Expected format: STO_xxx, got "${got}"`],
  malformedProductId: [400, (got) => `Expected format: PROD_xxx, got "${got}"`],
  storeInactive: [400, 'Store is not active'],
  missingMerchant: [401, 'Missing merchantId in request context'],
  forbidden: [403, 'Access denied: you do not have permission to this store'],
  storeNotFound: [404, 'Store not found', 'store'],
  productNotFound: [404, 'Product not found', 'product'],
  internal: [500, 'Internal server error', 'gateway'],
});

const input = z
  .object({
    storeId: optionalId('STO', errors.malformedStoreId),
    productId: optionalId('PROD', errors.malformedProductId),
    buyerIdentity: requiredText(errors.missingBuyer).refine(
      (text) => codePointLength(text) <= LONGEST_IDENTITY,
    ),
  })
  .refine(({ storeId, productId }) => storeId !== undefined || productId !== undefined, {
    error: errors.missingStore.code,
  });

/** Issues a token with which a buyer's browser acts on one store (Specification 4.1). */
export const issueSessionToken = action({
  path: 'auth/issue-session-token',
  summary: 'Issue a session token for a buyer',
  auth: MERCHANT,
  environment: 'credential',
  replayable: false,
  audited: false,
  errors,
  input,
  output: z.object({ token: z.string(), expiresAt: z.string() }),
  handle: async ({ input, caller, tx, now, ports }) => {
    const storeId = await findStoreToActOn(tx, input, caller.merchantId);
    const { buyerIdentity } = input;
    // A token's times are whole seconds: so the answer says exactly when it ends.
    const issuedAt = new Date(Math.floor(now.getTime() / SECOND_MS) * SECOND_MS);
    const expiresAt = addMs(issuedAt, LIFE_MS);
    const claims = { storeId, buyerIdentity, environment: caller.environment };
    const token = await ports.secrets.signToken(claims, issuedAt, expiresAt);
    return { data: { token, expiresAt: toIso(expiresAt) } };
  },
});

/** A store that is named may be refused with 403; another merchant's product is just not found. */
async function findStoreToActOn(
  tx: Tx,
  { storeId, productId }: z.output<typeof input>,
  merchantId: Id<'MER'>,
): Promise<Id<'STO'>> {
  const [store] = await findTokenStore(tx, storeId, productId, merchantId);
  if (storeId === undefined && !store?.role) throw errors.productNotFound();
  if (!store) throw errors.storeNotFound();
  if (store.role !== 'owner' && store.role !== 'admin') throw errors.forbidden();
  if (!store.sellsProduct) throw errors.productNotFound();
  if (store.status !== 'active') throw errors.storeInactive();
  return store.id;
}

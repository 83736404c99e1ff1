import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT, type MerchantCaller } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { acrossFields, optionalId, requiredText } from '../../contract/input.ts';
import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { codePointLength } from '../../kit/text.ts';
import { addMs, toIso } from '../../kit/time.ts';
import { findTokenStore, isOfDeletedStore } from './auth.queries.ts';

/** A token's lifetime, 5 minutes (docs/contract/authentication.md). */
const LIFE_MS = 5 * 60 * 1000;
/** Code points. */
const MAX_IDENTITY_LENGTH = 512;
const SECOND_MS = 1000;

const errors = errorTable('user', {
  missingBuyer: [400, 'Missing required field: buyerIdentity'],
  missingStore: [400, 'Missing required field: provide storeId or productId'],
  malformedStoreId: [400, expectedFormat('STO')],
  malformedProductId: [400, expectedFormat('PROD')],
  longBuyer: [400, `buyerIdentity must not exceed ${MAX_IDENTITY_LENGTH} characters`],
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
      (text) => codePointLength(text) <= MAX_IDENTITY_LENGTH,
      errors.longBuyer.code,
    ),
  })
  .check(
    acrossFields(({ given: { storeId, productId }, isBroken, refuse }) => {
      if (isBroken('storeId') || isBroken('productId')) return;
      if (storeId === undefined && productId === undefined) refuse(errors.missingStore);
    }),
  );

/**
 * Issues a token that lets a buyer's browser act on one store
 * (docs/contract/authentication.md#issue-session-token).
 */
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
    const storeId = await findStoreToActOn(tx, input, caller);
    const { buyerIdentity } = input;
    // A token's times are whole seconds, so round down to report its exact expiry.
    const issuedAt = new Date(Math.floor(now.getTime() / SECOND_MS) * SECOND_MS);
    const expiresAt = addMs(issuedAt, LIFE_MS);
    const claims = { storeId, buyerIdentity, environment: caller.environment };
    const token = await ports.secrets.signToken(claims, issuedAt, expiresAt);
    return { data: { token, expiresAt: toIso(expiresAt) } };
  },
});

/**
 * A named store may be refused with 403; another merchant's product is simply not found. The owner
 * learns that the product's store was deleted. Rows follow the table, except that a stranger doesn't
 * learn that a store is inactive.
 */
async function findStoreToActOn(
  tx: Tx,
  { storeId, productId }: z.output<typeof input>,
  caller: MerchantCaller,
): Promise<Id<'STO'>> {
  const [store] = await findTokenStore(tx, storeId, productId, caller);
  if (productId !== undefined && storeId === undefined && !store?.role) {
    const isOwn = await isOfDeletedStore(tx, productId, caller.merchantId);
    throw isOwn ? errors.storeNotFound() : errors.productNotFound();
  }
  if (!store) throw errors.storeNotFound();
  if (!store.role) throw errors.forbidden();
  if (store.status !== 'active') throw errors.storeInactive();
  if (store.role !== 'owner' && store.role !== 'admin') throw errors.forbidden();
  if (!store.sellsProduct) throw errors.productNotFound();
  return store.id;
}

import { z } from 'zod';
import type { ClientPlace } from '../../contract/caller.ts';
import type { Tx } from '../../database/database.ts';
import { encodeId, type Id, newUuid } from '../../kit/id.ts';
import { newSessionSecret, sessionHash } from '../../kit/session-secret.ts';
import { addMs, toIso } from '../../kit/time.ts';
import { findAccount, insertSession, type MerchantRow } from './merchant.queries.ts';

/** Code points of a merchant's name. */
export const MAX_MERCHANT_NAME = 100;
/** A session lasts 30 days. */
const SESSION_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

export const merchantView = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  createdAt: z.string(),
});

/** The merchant as responses show it (docs/contract/accounts.md). */
export function viewMerchant(merchant: MerchantRow): z.input<typeof merchantView> {
  return {
    id: encodeId('MER', merchant.id),
    email: merchant.email,
    name: merchant.name,
    createdAt: toIso(merchant.createdAt),
  };
}

/** The account of a dashboard session. */
export async function ownAccount(tx: Tx, merchantId: Id<'MER'>) {
  const [account] = await findAccount(tx, merchantId);
  if (!account) throw new Error('Dashboard session has no merchant');
  return account;
}

/** Opens a dashboard session; returns its id and the secret for its cookie. */
export async function openSession(
  tx: Tx,
  merchantId: Id<'MER'>,
  client: ClientPlace | undefined,
  now: Date,
): Promise<{ readonly id: string; readonly secret: string }> {
  const id = newUuid(now);
  const secret = newSessionSecret();
  await insertSession(tx, {
    id,
    tokenHash: sessionHash(secret),
    merchantId,
    ...client,
    createdAt: now,
    expiresAt: addMs(now, SESSION_LIFE_MS),
  });
  return { id, secret };
}

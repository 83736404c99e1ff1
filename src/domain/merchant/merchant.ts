import { z } from 'zod';
import type { Tx } from '../../database/database.ts';
import { encodeId, type Id, newUuid } from '../../kit/id.ts';
import { newSessionSecret, sessionHash } from '../../kit/session-secret.ts';
import { addMs, toIso } from '../../kit/time.ts';
import { insertSession, type MerchantRow } from './merchant.queries.ts';

/** Days a log-in lasts. */
const SESSION_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

export const merchantView = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  createdAt: z.string(),
});

/** The merchant as answers show it (decisions 12). */
export function viewMerchant(merchant: MerchantRow): z.input<typeof merchantView> {
  return {
    id: encodeId('MER', merchant.id),
    email: merchant.email,
    name: merchant.name,
    createdAt: toIso(merchant.createdAt),
  };
}

/** An e-mail address as it identifies an account. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Opens a dashboard session; gives the secret for its cookie. */
export async function openSession(tx: Tx, merchantId: Id<'MER'>, now: Date): Promise<string> {
  const secret = newSessionSecret();
  await insertSession(tx, {
    id: newUuid(now),
    tokenHash: sessionHash(secret),
    merchantId,
    createdAt: now,
    expiresAt: addMs(now, SESSION_LIFE_MS),
  });
  return secret;
}

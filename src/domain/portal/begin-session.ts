import type { z } from 'zod';
import type { TokenCaller } from '../../contract/caller.ts';
import type { Tx } from '../../database/database.ts';
import { newSessionSecret, sessionHash } from '../../kit/session-secret.ts';
import { addMs, toIso } from '../../kit/time.ts';
import { insertPortalSession } from './portal.queries.ts';
import { SESSION_LIFE_MS, type sessionView } from './portal.ts';

/** Opens a session for the buyer, with a session token's rights; null if the store is deleted. */
export async function beginSession(
  tx: Tx,
  buyer: TokenCaller,
  now: Date,
): Promise<z.input<typeof sessionView> | null> {
  const secret = newSessionSecret();
  const expiresAt = addMs(now, SESSION_LIFE_MS);
  const [begun] = await insertPortalSession(tx, {
    ...buyer,
    provenEmail: buyer.provenEmail ?? null,
    secretHash: sessionHash(secret),
    createdAt: now,
    expiresAt,
  });
  return begun ? { secret, expiresAt: toIso(expiresAt) } : null;
}

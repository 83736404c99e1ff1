import type { Tx } from '../../database/database.ts';
import { newUuid } from '../../kit/id.ts';
import { type AuditRow, insertAuditEntry } from './audit.queries.ts';
import type { Act } from './describe-act.ts';

/** On whose behalf an act is done, and with which credential. */
type Actor = Pick<AuditRow, 'merchantId' | 'credential' | 'credentialId'>;

/** Records an act that concerns both environments and isn't the entry of a merchant's call. */
export function recordAct(tx: Tx, actor: Actor, act: Act, path: string, now: Date): Promise<void> {
  const entry = { ...act, ...actor, id: newUuid(now), action: path, environment: null, at: now };
  return insertAuditEntry(tx, entry);
}

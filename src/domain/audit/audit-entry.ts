import { z } from 'zod';
import { encodeId } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';
import type { ListedEntry } from './audit.queries.ts';

export const auditEntryView = z.object({
  id: z.string(),
  at: z.string(),
  /** The action's path, such as `store/update-store`. */
  action: z.string(),
  storeId: z.string().nullable(),
  merchantId: z.string(),
  merchantEmail: z.string(),
  /** The credential of the call: the id of an API key or of a dashboard session. */
  credential: z.object({ kind: z.enum(['apiKey', 'dashboard', 'operator']), id: z.string() }),
  subject: z.object({ type: z.string(), id: z.string().nullable() }),
  /** Null if the act concerns both environments. */
  environment: z.enum(['test', 'prod']).nullable(),
  /** `fields`, the names of the fields that were sent, and whatever the action adds. */
  details: z.record(z.string(), z.unknown()),
});

/** An entry of the audit log as responses show it. */
export function viewAuditEntry(entry: ListedEntry): z.input<typeof auditEntryView> {
  return {
    id: entry.id,
    at: toIso(entry.at),
    action: entry.action,
    storeId: entry.storeId && encodeId('STO', entry.storeId),
    merchantId: encodeId('MER', entry.merchantId),
    merchantEmail: entry.merchantEmail,
    credential: { kind: entry.credential, id: entry.credentialId },
    subject: { type: entry.subjectType, id: entry.subjectId },
    environment: entry.environment,
    details: entry.details,
  };
}

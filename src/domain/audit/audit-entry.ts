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
  /** What the call was made with: an API key's id or a dashboard session's. */
  credential: z.object({ kind: z.enum(['apiKey', 'dashboard', 'operator']), id: z.string() }),
  subject: z.object({ type: z.string(), id: z.string().nullable() }),
  /** Null: the act is the same in both environments. */
  environment: z.enum(['test', 'prod']).nullable(),
  /** `fields`: the names of what was sent; and what the action adds. */
  details: z.record(z.string(), z.unknown()),
});

/** An entry of the audit log as answers show it. */
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

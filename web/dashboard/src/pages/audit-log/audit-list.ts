import { readSpan } from '../../parts/list-filters.ts';
import type { ListingSpec } from '../../parts/list-reading.ts';

export interface AuditRow {
  readonly id: string;
  readonly createdAt: string;
  readonly merchantEmail: string | null;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string | null;
  readonly credential: 'apiKey' | 'dashboard' | 'operator';
  readonly credentialId: string;
  readonly environment: 'test' | 'prod' | null;
  /** JSON text. */
  readonly details: string;
}

const ID = /^[A-Z]+_|^[0-9a-f]{8}-[0-9a-f]{4}-/;

export const AUDIT_LIST: ListingSpec = {
  field: 'auditEntries',
  type: 'AuditEntry',
  selection: `id createdAt merchantEmail action subjectType subjectId credential credentialId
    environment details`,
  filter: ({ created, member, action, thing, with: credential }) => {
    const span = readSpan(created, new Date());
    return {
      ...(span.gte || span.lt ? { createdAt: span } : {}),
      ...(credential
        ? { [ID.test(credential) ? 'credentialId' : 'credential']: { eq: credential } }
        : {}),
      ...(member ? { merchantId: { eq: member } } : {}),
      ...(action ? { action: { containsIgnoreCase: action } } : {}),
      ...(thing ? { [ID.test(thing) ? 'subjectId' : 'subjectType']: { eq: thing } } : {}),
    };
  },
};

import { readSpan } from './list-filters.ts';
import type { Values } from './list-page.ts';
import type { ListingSpec } from './list-reading.ts';
import type { ApiKey } from './use-api-keys.ts';

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

/** The store's audit log. */
export const AUDIT_LIST = {
  field: 'auditEntries',
  type: 'AuditEntry',
  selection: `id createdAt merchantEmail action subjectType subjectId credential credentialId
    environment details`,
  filter: auditFilter,
} satisfies ListingSpec;

const ID = /^[A-Z]+_|^[0-9a-f]{8}-[0-9a-f]{4}-/;

function auditFilter({ created, member, action, thing, with: credential }: Values) {
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
}

const KINDS = { apiKey: 'Any API key', dashboard: 'The dashboard', operator: 'The operator' };

/** Credentials a change can be made with: a kind, or one of the user's own keys. */
export function credentialChoices(keys: readonly ApiKey[]) {
  return [
    ...Object.entries(KINDS).map(([value, label]) => ({ value, label })),
    ...keys.map(({ id, nickname }) => ({ value: id, label: `Key ${nickname}` })),
  ];
}

/** The credential in words; the user's own keys are shown by name. */
export function credentialText(
  { credential, credentialId }: AuditRow,
  keys: readonly ApiKey[],
): string {
  if (credential === 'dashboard') return 'Dashboard';
  if (credential === 'operator') return 'Operator';
  const own = keys.find(({ id }) => id === credentialId);
  return own?.nickname ?? `Key ${credentialId.slice(0, 8)}…`;
}

/** The names of the fields sent, and all other details. */
export function auditDetails({ details }: AuditRow) {
  const { fields, ...more } = JSON.parse(details) as Readonly<Record<string, unknown>>;
  return { fields: Array.isArray(fields) ? fields.join(', ') : '', more };
}

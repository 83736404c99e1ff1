import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { type ErrorRow, errorTable, expectedFormat } from '../../contract/errors.ts';
import { isoTime, optionalId } from '../../contract/input.ts';
import { isUuid } from '../../kit/id.ts';
import { findStoreRole } from '../store/store.queries.ts';
import { listAccountEntries, listStoreEntries, type Page } from './audit.queries.ts';
import { auditEntryView, viewAuditEntry } from './audit-entry.ts';

/** Entries per page. */
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
/** Characters of a text to filter by. */
const MAX_FILTER_LENGTH = 200;
const CREDENTIALS = ['apiKey', 'dashboard', 'operator'] as const;

const errors = errorTable('store', {
  malformedStoreId: [400, expectedFormat('STO')],
  invalidLimit: [400, `Invalid limit, must be an integer from 1 to ${MAX_LIMIT}`],
  invalidCursor: [400, 'Invalid cursor'],
  malformedMerchantId: [400, expectedFormat('MER')],
  invalidCredential: [400, `Invalid credential, must be one of: ${CREDENTIALS.join(', ')}`],
  invalidCredentialId: [400, 'Invalid credentialId, must be a UUID'],
  invalidFrom: [400, 'Invalid from, must be an ISO 8601 time with an offset'],
  invalidTo: [400, 'Invalid to, must be an ISO 8601 time with an offset'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  storeNotFound: [404, 'Store not found'],
});

const limit = z
  .int({ error: errors.invalidLimit.code })
  .min(1, errors.invalidLimit.code)
  .max(MAX_LIMIT, errors.invalidLimit.code);

const filterText = z.string().max(MAX_FILTER_LENGTH).nullish();
const uuid = (invalid: ErrorRow) =>
  z.string({ error: invalid.code }).refine(isUuid, { error: invalid.code }).nullish();
const time = (invalid: ErrorRow) =>
  isoTime(invalid)
    .nullish()
    .transform((given) => given ?? undefined);

/**
 * Lists who did what to a store, newest first; without `storeId`, what the caller did to their own
 * account, such as creating API keys. An API key sees no entries of the other environment.
 * `nextCursor` is null on the last page.
 */
export const listEntries = action({
  path: 'audit/list-entries',
  summary: 'List who did what to a store, newest first (owner or admin)',
  auth: MERCHANT,
  environment: 'none',
  replayable: false,
  isLargeRead: true,
  audited: false,
  errors,
  input: z.object({
    storeId: optionalId('STO', errors.malformedStoreId),
    limit: limit.nullish(),
    cursor: uuid(errors.invalidCursor),
    /** Who did it. */
    merchantId: optionalId('MER', errors.malformedMerchantId),
    /** The kind of credential: an API key, a dashboard session, or the operator. */
    credential: z.enum(CREDENTIALS, { error: errors.invalidCredential.code }).nullish(),
    credentialId: uuid(errors.invalidCredentialId),
    /** Part of the action's path, in any letter case. */
    action: filterText,
    /** The subject of the act. */
    subjectType: filterText,
    subjectId: filterText,
    /** Done at this time or later. */
    from: time(errors.invalidFrom),
    /** Done before this time. */
    to: time(errors.invalidTo),
  }),
  output: z.object({ entries: z.array(auditEntryView), nextCursor: z.string().nullable() }),
  handle: async ({ input, caller, tx }) => {
    const limit = input.limit ?? DEFAULT_LIMIT;
    // One row more than requested shows whether another page follows.
    const page: Page = {
      limit: limit + 1,
      after: input.cursor ?? undefined,
      environment: caller.kind === 'apiKey' ? caller.environment : undefined,
      filter: input,
    };
    if (input.storeId) {
      const [member] = await findStoreRole(tx, input.storeId, caller.merchantId);
      if (!member) throw errors.storeNotFound();
      if (member.role === 'member') throw errors.forbidden();
    }
    const rows = input.storeId
      ? await listStoreEntries(tx, input.storeId, page)
      : await listAccountEntries(tx, caller.merchantId, page);
    const entries = rows.slice(0, limit).map(viewAuditEntry);
    const nextCursor = rows.length > limit ? (entries.at(-1)?.id ?? null) : null;
    return { data: { entries, nextCursor } };
  },
});

import type { Environment, MerchantCaller } from '../../contract/caller.ts';
import { empty, type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import type { Act } from './describe-act.ts';

export interface AuditRow extends Act {
  readonly id: string;
  readonly merchantId: Id<'MER'>;
  readonly credential: MerchantCaller['kind'] | 'operator';
  readonly credentialId: string;
  readonly action: string;
  readonly environment: Environment | null;
  readonly at: Date;
}

export async function insertAuditEntry(db: Queryable, entry: AuditRow): Promise<void> {
  await db.query(sql`
    insert into audit_log (id, store_id, merchant_id, credential, credential_id, action,
      subject_type, subject_id, environment, details, at)
    values (${entry.id}, ${entry.storeId}, ${entry.merchantId}, ${entry.credential},
      ${entry.credentialId}, ${entry.action}, ${entry.subjectType}, ${entry.subjectId},
      ${entry.environment}, ${JSON.stringify(entry.details)}, ${entry.at})`);
}

/** Which entries to list; absent or empty fields don't filter. */
export interface EntryFilter {
  readonly merchantId?: Id<'MER'> | undefined;
  readonly credential?: AuditRow['credential'] | null | undefined;
  readonly credentialId?: string | null | undefined;
  /** Part of the action's path, in any letter case. */
  readonly action?: string | null | undefined;
  readonly subjectType?: string | null | undefined;
  readonly subjectId?: string | null | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** Where a page of entries starts and how long it is. */
export interface Page {
  readonly filter: EntryFilter;
  readonly limit: number;
  /** The last entry of the previous page. */
  readonly after: string | undefined;
  /** Excludes acts in the other environment; undefined lists all. */
  readonly environment: Environment | undefined;
}

export type ListedEntry = AuditRow & { readonly merchantEmail: string };

const columns = sql`entry.id, entry.store_id as "storeId", entry.merchant_id as "merchantId",
  merchant.email as "merchantEmail", entry.credential, entry.credential_id as "credentialId",
  entry.action, entry.subject_type as "subjectType", entry.subject_id as "subjectId",
  entry.environment, entry.details, entry.at`;

const onPage = ({ after, environment, filter }: Page) => sql`
  ${after === undefined ? empty : sql`and entry.id < ${after}`}
  ${environment ? sql`and (entry.environment is null or entry.environment = ${environment})` : empty}
  ${matching(filter)}`;

function matching(filter: EntryFilter) {
  const { merchantId, credential, credentialId, action, subjectType, subjectId, from, to } = filter;
  return sql`
    ${merchantId ? sql`and entry.merchant_id = ${merchantId}` : empty}
    ${credential ? sql`and entry.credential = ${credential}` : empty}
    ${credentialId ? sql`and entry.credential_id = ${credentialId}` : empty}
    ${action ? sql`and position(${action.toLowerCase()} in lower(entry.action)) > 0` : empty}
    ${subjectType ? sql`and entry.subject_type = ${subjectType}` : empty}
    ${subjectId ? sql`and entry.subject_id = ${subjectId}` : empty}
    ${from ? sql`and entry.at >= ${from}` : empty}
    ${to ? sql`and entry.at < ${to}` : empty}`;
}

/** A store's entries, newest first. */
export function listStoreEntries(
  db: Queryable,
  storeId: Id<'STO'>,
  page: Page,
): Promise<ListedEntry[]> {
  return db.query<ListedEntry>(sql`
    select ${columns} from audit_log entry join merchant on merchant.id = entry.merchant_id
    where entry.store_id = ${storeId} ${onPage(page)}
    order by entry.id desc limit ${page.limit}`);
}

/** What the merchant did to the account itself, newest first. */
export function listAccountEntries(
  db: Queryable,
  merchantId: Id<'MER'>,
  page: Page,
): Promise<ListedEntry[]> {
  return db.query<ListedEntry>(sql`
    select ${columns} from audit_log entry join merchant on merchant.id = entry.merchant_id
    where entry.merchant_id = ${merchantId} and entry.store_id is null ${onPage(page)}
    order by entry.id desc limit ${page.limit}`);
}

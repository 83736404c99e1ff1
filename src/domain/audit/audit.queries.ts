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

/** Where a page of entries begins and how long it is. */
export interface Page {
  readonly limit: number;
  /** The last entry of the page before. */
  readonly after: string | undefined;
  /** Leaves out what was done in the other environment; undefined: all. */
  readonly environment: Environment | undefined;
}

export type ListedEntry = AuditRow & { readonly merchantEmail: string };

const columns = sql`entry.id, entry.store_id as "storeId", entry.merchant_id as "merchantId",
  merchant.email as "merchantEmail", entry.credential, entry.credential_id as "credentialId",
  entry.action, entry.subject_type as "subjectType", entry.subject_id as "subjectId",
  entry.environment, entry.details, entry.at`;

const onPage = ({ after, environment }: Page) => sql`
  ${after === undefined ? empty : sql`and entry.id < ${after}`}
  ${environment ? sql`and (entry.environment is null or entry.environment = ${environment})` : empty}`;

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

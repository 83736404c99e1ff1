import type { Environment, Merchant } from '../../contract/caller.ts';
import { empty, type Queryable, sql } from '../../database/database.ts';
import { isOfStores } from '../../database/of-stores.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import type { StoredPrices } from './prices.ts';

/** Who did something, according to the audit log. */
export interface Actor {
  readonly merchantId: Id<'MER'>;
  readonly email: string;
  readonly credential: 'apiKey' | 'dashboard';
}

export interface VersionRow {
  readonly id: Id<'PVER'>;
  readonly versionNumber: number;
  readonly name: string;
  readonly prices: StoredPrices;
  readonly createdAt: Date;
  /** Null if the version is older than the audit log. */
  readonly createdBy: Actor | null;
  readonly isCurrent: boolean;
  /** Null if production has never shown it. */
  readonly publishedAt: Date | null;
  readonly publishedBy: Actor | null;
}

export interface ReadableProduct {
  readonly id: Id<'PROD'>;
  readonly storeId: Id<'STO'>;
}

/** A product of either kind in a live store on which the merchant has a role, or no row. */
export function findReadableProduct(
  db: Queryable,
  id: Id<'PROD'>,
  merchant: Merchant,
): Promise<ReadableProduct[]> {
  return db.query(sql`
    select product.id, product.store_id as "storeId" from product
      join store on store.id = product.store_id and store.deleted_at is null
      join usable_membership member on member.store_id = store.id
    where ${isOfStores('product.store_id', merchant.storeIds)} and product.id = ${id}
      and member.merchant_id = ${merchant.merchantId}`);
}

export interface VersionPage {
  readonly limit: number;
  /** The last version number of the previous page. */
  readonly before: number | undefined;
}

/** The actor of the audit entry that matches the condition; if several do, of the first. */
const act = (
  { id, storeId }: ReadableProduct,
  condition: ReturnType<typeof sql>,
  first = sql`entry.id`,
) => sql`
  select entry.at, jsonb_build_object('merchantId', entry.merchant_id,
    'email', merchant.email, 'credential', entry.credential) as actor
  from audit_log entry join merchant on merchant.id = entry.merchant_id
  where entry.store_id = ${storeId} and entry.subject_id = ${encodeId('PROD', id)} and ${condition}
  order by ${first} limit 1`;

const ACTION = sql`substring(entry.action from '^(?:onetime|subscription)-product/(.*)-product$')`;
const OWN_NUMBER = sql`entry.details->>'versionNumber' = version.version_number::text`;
/** Entries of older releases don't name their version: it has the same timestamp. */
const IS_UNNUMBERED = sql`entry.details->>'versionNumber' is null`;

/**
 * Lists the versions that the environment has shown, newest first. The audit entry of the write
 * that made or published a version has its number: a version's timestamp can be later than its
 * entry's, so that it follows the previous version's.
 */
export function listVersions(
  db: Queryable,
  product: ReadableProduct,
  environment: Environment,
  { limit, before }: VersionPage,
): Promise<VersionRow[]> {
  const isShown = (where: Environment) => sql`exists (select from product_version_shown shown
    where shown.store_id = version.store_id and shown.version_id = version.id
      and shown.environment = ${where})`;
  const isOfProduction = sql`${isShown('prod')} and not ${isShown('test')}`;
  const current = environment === 'test' ? sql`test_version_id` : sql`prod_version_id`;
  return db.query<VersionRow>(sql`
    select version.id, version.version_number as "versionNumber", version.name, version.prices,
      version.created_at as "createdAt", made.actor as "createdBy",
      version.id is not distinct from product.${current} as "isCurrent",
      case when ${isOfProduction} then version.created_at else published.at end as "publishedAt",
      case when ${isOfProduction} then made.actor else published.actor end as "publishedBy"
    from product
    join product_version version on version.store_id = product.store_id
      and version.product_id = product.id
    left join lateral (${act(
      product,
      sql`(${ACTION} = 'update' and ${OWN_NUMBER}
        or ${ACTION} in ('create', 'update') and ${IS_UNNUMBERED}
          and entry.at = version.created_at)`,
      sql`${IS_UNNUMBERED}, entry.id`,
    )}) made on true
    left join lateral (${act(product, sql`${ACTION} = 'publish' and ${OWN_NUMBER}`)}) published
      on true
    where product.store_id = ${product.storeId} and product.id = ${product.id}
      and ${isShown(environment)}
      ${before === undefined ? empty : sql`and version.version_number < ${before}`}
    order by version.version_number desc limit ${limit}`);
}

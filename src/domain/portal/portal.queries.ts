import type { Environment, TokenCaller } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import { lockingStores } from '../../database/guard-stores.ts';
import type { Id } from '../../kit/id.ts';

/** A store and environment; each environment has its own portal. */
export interface PortalPlace {
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
}

/** Locks the store against deletion if the address bought something there, else returns no row. */
export function lockBuyersStore(
  db: Queryable,
  { storeId, environment }: PortalPlace,
  email: string,
): Promise<{ readonly slug: string }[]> {
  return lockingStores(db, 'key share', [storeId]).query(sql`
    select store.slug from store where store.id = ${storeId} and store.deleted_at is null
      and exists (select from orders where orders.store_id = ${storeId}
        and orders.environment = ${environment} and lower(orders.buyer_email) = ${email})
    for key share of store`);
}

export interface NewLink extends PortalPlace {
  readonly codeHash: Buffer;
  readonly email: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Stores a link that is being mailed. */
export async function insertLink(db: Queryable, link: NewLink): Promise<void> {
  await db.query(sql`
    insert into portal_link (code_hash, store_id, environment, email, created_at, expires_at)
    values (${link.codeHash}, ${link.storeId}, ${link.environment}, ${link.email},
      ${link.createdAt}, ${link.expiresAt})`);
}

/** Uses up a live link of the place; of several concurrent callers, one gets its address. */
export function useLink(
  db: Queryable,
  { storeId, environment }: PortalPlace,
  codeHash: Buffer,
  now: Date,
): Promise<{ readonly email: string }[]> {
  return db.query(sql`
    update portal_link set used_at = ${now}
    where code_hash = ${codeHash} and store_id = ${storeId} and environment = ${environment}
      and used_at is null and expires_at > ${now}
      and exists (select from store where store.id = store_id and store.deleted_at is null)
    returning email`);
}

export interface NewPortalSession extends PortalPlace {
  readonly secretHash: Buffer;
  readonly buyerIdentity: string;
  readonly provenEmail: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Inserts a portal session; returns no row if the store is deleted. */
export function insertPortalSession(
  db: Queryable,
  session: NewPortalSession,
): Promise<{ readonly storeId: Id<'STO'> }[]> {
  return lockingStores(db, 'key share', [session.storeId]).query(sql`
    insert into portal_session (secret_hash, store_id, environment, buyer_identity, proven_email,
      created_at, expires_at)
    select ${session.secretHash}, store.id, ${session.environment}, ${session.buyerIdentity},
      ${session.provenEmail}, ${session.createdAt}::timestamptz, ${session.expiresAt}::timestamptz
    from store where store.id = ${session.storeId} and store.deleted_at is null
    for key share of store
    returning store_id as "storeId"`);
}

/** The buyer of a live portal session, in the shape of a session token's buyer. */
export async function findPortalBuyer(
  db: Queryable,
  storeId: Id<'STO'>,
  secretHash: Buffer,
  now: Date,
): Promise<TokenCaller | null> {
  const [found] = await db.query<{
    environment: Environment;
    buyerIdentity: string;
    provenEmail: string | null;
  }>(sql`
    select environment, buyer_identity as "buyerIdentity", proven_email as "provenEmail"
    from portal_session
    where secret_hash = ${secretHash} and store_id = ${storeId} and expires_at > ${now}`);
  if (!found) return null;
  const { provenEmail, ...buyer } = found;
  return { kind: 'token', storeId, ...buyer, ...(provenEmail === null ? {} : { provenEmail }) };
}

/** Ends a session. */
export async function deletePortalSession(db: Queryable, secretHash: Buffer): Promise<void> {
  await db.query(sql`delete from portal_session where secret_hash = ${secretHash}`);
}

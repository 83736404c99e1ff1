import type { Environment, MerchantCaller } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import { lockingStores } from '../../database/guard-stores.ts';
import { isOfStores, storesWith } from '../../database/of-stores.ts';
import type { Id } from '../../kit/id.ts';
import { joinRole, roleIn, type StoreRole } from '../store/store.queries.ts';

/** A customer of a store on which the caller has a role. */
export interface MerchantsCustomer {
  readonly storeId: Id<'STO'>;
  readonly email: string;
  /** The caller's, in their environment. */
  readonly role: StoreRole;
}

/** A customer in the caller's environment and a live store where they have a role, which is locked. */
export async function lockMerchantsCustomer(
  db: Queryable,
  id: string,
  { merchantId, storeIds: all, environment }: MerchantCaller,
): Promise<MerchantsCustomer[]> {
  const storeIds = await storesWith(db, 'customer', id, all);
  return lockingStores(db, 'no key update', storeIds).query<MerchantsCustomer>(sql`
    select customer.store_id as "storeId", customer.email, ${roleIn(environment)}
    from customer
    ${joinRole('customer', merchantId)}
    where ${isOfStores('customer.store_id', storeIds)} and customer.id = ${id}
      and customer.environment = ${environment}
    for no key update of store`);
}

/** What a note is about; one of the two is set. */
export interface NoteSubject {
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
  readonly orderId: Id<'ORD'> | null;
  /** The customer's address, in lower case. */
  readonly email: string | null;
}

export async function countNotes(db: Queryable, subject: NoteSubject): Promise<number> {
  const { storeId, environment, orderId, email } = subject;
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from note
    where store_id = ${storeId} and environment = ${environment}
      and (order_id = ${orderId}::uuid or email = ${email}::text)`);
  return row?.count ?? 0;
}

export interface NewNote extends NoteSubject {
  readonly id: string;
  readonly text: string;
  readonly writtenBy: Id<'MER'>;
  readonly createdAt: Date;
}

export async function insertNote(db: Queryable, note: NewNote): Promise<void> {
  await db.query(sql`
    insert into note (id, store_id, environment, order_id, email, text, written_by, created_at)
    values (${note.id}, ${note.storeId}, ${note.environment}, ${note.orderId}, ${note.email},
      ${note.text}, ${note.writtenBy}, ${note.createdAt})`);
}

/** A note in the caller's environment and a live store where they have a role, locked. */
export async function lockMerchantsNote(
  db: Queryable,
  id: string,
  { merchantId, storeIds: all, environment }: MerchantCaller,
): Promise<{ readonly storeId: Id<'STO'>; readonly role: StoreRole }[]> {
  const storeIds = await storesWith(db, 'note', id, all);
  return db.query(sql`
    select note.store_id as "storeId", ${roleIn(environment)}
    from note
    ${joinRole('note', merchantId)}
    where ${isOfStores('note.store_id', storeIds)} and note.id = ${id}
      and note.environment = ${environment}
    for update of note`);
}

export async function deleteNoteRow(db: Queryable, storeId: Id<'STO'>, id: string): Promise<void> {
  await db.query(sql`delete from note where store_id = ${storeId} and id = ${id}`);
}

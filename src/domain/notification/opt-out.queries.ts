import { type Queryable, sql } from '../../database/database.ts';

export interface OptOut {
  readonly storeId: string;
  readonly merchantId: string;
  readonly switch: string;
}

/** Switches a notification off for one merchant. */
export async function insertOptOut(db: Queryable, optOut: OptOut, now: Date): Promise<void> {
  await db.query(sql`
    insert into notification_opt_out (store_id, merchant_id, switch, created_at)
    values (${optOut.storeId}, ${optOut.merchantId}, ${optOut.switch}, ${now})
    on conflict do nothing`);
}

/** Switches it on again. */
export async function deleteOptOut(db: Queryable, optOut: OptOut): Promise<void> {
  await db.query(sql`
    delete from notification_opt_out where store_id = ${optOut.storeId}
      and merchant_id = ${optOut.merchantId} and switch = ${optOut.switch}`);
}

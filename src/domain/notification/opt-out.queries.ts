import type { Environment } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';

export interface OptOut {
  readonly storeId: string;
  readonly merchantId: string;
  readonly switch: string;
  /** Null: both. */
  readonly environment: Environment | null;
}

/**
 * Switches a notification off for one merchant. A merchant who turns it off in both environments
 * has one row.
 */
export async function insertOptOut(db: Queryable, optOut: OptOut, now: Date): Promise<void> {
  await db.query(sql`
    insert into notification_opt_out (store_id, merchant_id, switch, environment, created_at)
    values (${optOut.storeId}, ${optOut.merchantId}, ${optOut.switch}, ${optOut.environment},
      ${now})
    on conflict (store_id, merchant_id, switch) do update set environment =
      case when notification_opt_out.environment = excluded.environment
        then excluded.environment end`);
}

/** Switches it on again. */
export async function deleteOptOut(db: Queryable, optOut: OptOut): Promise<void> {
  const { storeId, merchantId, switch: name, environment } = optOut;
  const of = sql`store_id = ${storeId} and merchant_id = ${merchantId} and switch = ${name}`;
  const other = environment === 'test' ? 'prod' : 'test';
  await db.query(
    environment === null
      ? sql`delete from notification_opt_out where ${of}`
      : sql`
        with narrowed as (
          update notification_opt_out set environment = ${other}
          where ${of} and environment is null
        )
        delete from notification_opt_out where ${of} and environment = ${environment}`,
  );
}

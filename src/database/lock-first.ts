import pg from 'pg';

/** PostgreSQL's code for a statement timeout, and for a statement that someone canceled. */
const CANCELED = '57014';

/** Other sessions keep tables locked. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
}

/**
 * What a transaction locks before its migrations, by the number of its last one: all tables of sales
 * that they lock. One after the other, they would hold some while they wait for others, and sales that
 * need both would be canceled as deadlocks.
 */
export const LOCKED_FIRST: ReadonlyMap<number, string> = new Map([
  [40, 'subscription, webhook_delivery, email_delivery'],
  [70, 'orders, event in share row exclusive mode'],
  [
    81,
    `product, product_version, product_version_shown, product_group, product_group_member,
      checkout_session, orders, customer, subscription, subscription_period,
      subscription_past_due_month, trial_use, payment, refund_ticket, refund_ticket_version, refund,
      ledger_entry, kyb_ticket, event, webhook, webhook_delivery, webhook_attempt, webhook_warning,
      email_delivery, note`,
  ],
  [110, 'store, event, webhook, webhook_delivery, webhook_attempt'],
  [127, 'checkout_session, orders, payment, email_delivery'],
  [130, 'checkout_session, email_delivery in share mode'],
  [133, 'payment, ledger_entry'],
  [135, 'product, orders, payment, refund, email_delivery'],
  [144, 'refund, ledger_entry'],
]);

/**
 * Locks what the transaction that ends with the migration locks first, within the time. Throws
 * `LockedError` if that isn't enough.
 */
export async function lockFirst(
  connection: pg.PoolClient,
  migration: number,
  timeoutMs: number,
): Promise<void> {
  const tables = LOCKED_FIRST.get(migration);
  if (tables === undefined) return;
  await connection.query(`set local statement_timeout = ${timeoutMs}`);
  await connection.query(`lock table ${tables}`).catch((error: unknown) => {
    const isLate = error instanceof pg.DatabaseError && error.code === CANCELED;
    throw isLate ? new LockedError('Other sessions keep tables locked', { cause: error }) : error;
  });
  await connection.query('set local statement_timeout = 0');
}

import { sql, type Tx } from './database.ts';
import type { Statement } from './statement.ts';
import { leaveToCommit } from './transaction.ts';

/**
 * Tables on a cluster's coordinator that Citus doesn't manage, since no foreign key connects them
 * with a table that is copied to every node.
 */
export const UNMANAGED: readonly string[] = [
  'answered_challenge',
  'audit_log',
  'idempotency_key',
  'installation',
  'sandbox_callback',
  'sandbox_charge',
  'sandbox_refund',
  'sandbox_token',
  'stripe_charge',
];
const WRITES = new RegExp(`\\b(?:insert into|update|delete from) (?:${UNMANAGED.join('|')})\\b`);
/** Changes no row, but Citus sees a write on the coordinator. */
const NOTHING = sql`
  update email_change set new_email = new_email
  where merchant_id = '00000000-0000-0000-0000-000000000000'`;

/**
 * Makes the transaction commit in two phases if it writes to such a table. Citus takes no notice of
 * these writes: if all others are on one node, that node commits first, and a crash in between
 * would leave an effect there without its idempotency key here.
 */
export function committingTogether({ query }: Tx): Tx['query'] {
  let isTogether = false;
  return <Row>(statement: Statement) => {
    if (!isTogether && WRITES.test(statement.text)) {
      isTogether = true;
      leaveToCommit(query(NOTHING));
    }
    return query<Row>(statement);
  };
}

import { type Database, join, raw, type Sql, sql } from '../../src/database/database.ts';
import type { Environment } from '../support/merchant.ts';
import { rowText } from './snapshot.ts';

/** Tables whose rows are the same in both environments, or belong to neither. */
export const SHARED_TABLES = [
  'account_link',
  'answered_challenge',
  'dashboard_session',
  'email_change',
  'installation',
  'kyb_ticket',
  'merchant',
  'passkey',
  'picture',
  'recovery_code',
  'sandbox_callback',
  'sandbox_charge',
  'sandbox_refund',
  'sandbox_token',
  'schema_version',
  'second_factor',
  'state_move',
  'store',
  'store_invitation',
  'store_merchant',
  'stripe_charge',
  'support_email_code',
  'website_challenge',
] as const;

/** The rows of a table that belong to a row of an environment. */
function childOf(table: string, key: string, parent: string) {
  return (environment: Environment): Sql => sql`
    select ${rowText} from ${raw(table)} t
    where (store_id, ${raw(key)}) in (
      select store_id, id from ${raw(parent)} where environment = ${environment})`;
}

/** Tables whose rows belong to an environment but have no column for it. */
const OWN_WAY: Readonly<Record<string, (environment: Environment) => Sql>> = {
  product: (environment) => sql`
    select jsonb_build_array(id, ${column(environment, 'version_id')},
      ${column(environment, 'status')}, ${column(environment, 'updated_at')})::text
    from product t where ${column(environment, 'version_id')} is not null`,
  product_version: (environment) => sql`
    select ${rowText} from product_version t
    where (store_id, id) in (
      select store_id, ${column(environment, 'version_id')} from product)`,
  webhook_delivery: (environment) => sql`
    select ${rowText} from webhook_delivery t
    where (store_id, event_id) in (
      select store_id, id from event where environment = ${environment})`,
  webhook_warning: childOf('webhook_warning', 'webhook_id', 'webhook'),
  webhook_attempt: (environment) => sql`
    select ${rowText} from webhook_attempt t
    where (store_id, delivery_id) in (
      select delivery.store_id, delivery.id from webhook_delivery delivery join event
        on event.store_id = delivery.store_id and event.id = delivery.event_id
      where environment = ${environment})`,
  subscription_past_due_month: childOf('subscription_past_due_month', 'order_id', 'orders'),
  subscription_period: childOf('subscription_period', 'order_id', 'orders'),
  refund_ticket_version: childOf('refund_ticket_version', 'ticket_id', 'refund_ticket'),
  test_clock: (environment) => sql`
    select ${rowText} from test_clock t where ${environment} = 'test'`,
  idempotency_key: (environment) => sql`
    select ${rowText} from idempotency_key t where split_part(scope, ':', 3) = ${environment}`,
};

/** Rows of such a table that are nevertheless the same in both environments. */
const SHARED_ROWS: Readonly<Record<string, Sql>> = {
  // The support email belongs to the store, and its code is really mailed from either environment.
  // Mails without a store are about an account.
  email_delivery: sql`event_type = 'support_email.code' or store_id is null`,
};

/** Tables with a column for the environment. */
export async function tablesByColumn(database: Database): Promise<string[]> {
  const tables = await database.query<{ name: string }>(sql`
    select relname::text as name from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attname = 'environment' order by relname`);
  return tables.map(({ name }) => name);
}

export const tablesOfOwnWay: readonly string[] = Object.keys(OWN_WAY);

/** Every row of the environment as text, prefixed with its table's name. */
export async function rowsOfEnvironment(
  database: Database,
  environment: Environment,
): Promise<string[]> {
  const byColumn = (await tablesByColumn(database)).map((name) => [
    name,
    sql`select ${rowText} from ${raw(name)} t
      where environment = ${environment} and not (${SHARED_ROWS[name] ?? sql`false`})`,
  ]) as [string, Sql][];
  const inOwnWay = Object.entries(OWN_WAY).map(([name, select]): [string, Sql] => [
    name,
    select(environment),
  ]);
  const selects = [...byColumn, ...inOwnWay].map(
    ([name, select]) => sql`select ${raw(`'${name} '`)} || text as text from (${select}) s (text)`,
  );
  const rows = await database.query<{ text: string }>(join(selects, ' union all '));
  return rows.map(({ text }) => text).sort();
}

function column(environment: Environment, name: string): Sql {
  return raw(`${environment}_${name}`);
}

import { type Queryable, sql } from './database.ts';

/**
 * Reference tables, copied to every node: small, rarely written, and read by triggers or before the
 * store is known.
 */
const COPIED = [
  'merchant',
  'store',
  'store_merchant',
  'api_key',
  'state_move',
  'webhook_key',
].concat([
  'store_invitation',
  'portal_link',
  'portal_session',
  'test_clock',
  'second_factor',
  'passkey',
]);
/**
 * Rows older than its store column may have a null store; it is set before the table is
 * distributed.
 */
const LATE = 'subscription_past_due_month';
/**
 * Removes what only the previous release needs and fills gaps in its rows: a cluster runs this
 * release alone.
 */
const FINISH = [
  'drop index if exists subscription_order_id_key',
  'alter table product_group drop constraint if exists product_group_source_group_id_key',
  `drop trigger if exists past_due_month_takes_store on ${LATE}`,
  `update ${LATE} late set store_id = orders.store_id from orders
    where late.store_id is null and orders.id = late.order_id`,
  `alter table ${LATE} drop constraint ${LATE}_pkey`,
  `alter table ${LATE} alter column store_id set not null`,
  `alter table ${LATE} add primary key (order_id, month, store_id)`,
];
const DROPPED = ['subscription_order_id_key', 'product_group_source_group_id_key', `${LATE}_pkey`];

/** How a single server's tables are distributed over a cluster. */
export interface Distribution {
  readonly copied: readonly string[];
  /** Distributed by `store_id`, so that a store's rows are colocated. */
  readonly ofStores: readonly string[];
  /** Remain local to the coordinator. */
  readonly onCoordinator: readonly string[];
  /** Keys and references that a cluster would reject; none in Tillgate's own schema. */
  readonly obstacles: readonly string[];
  /** Run in this order, in one transaction. */
  readonly statements: readonly string[];
}

interface TableRow {
  readonly name: string;
  readonly isOfStore: boolean;
}

interface TriggerRow {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

interface ReferenceRow {
  readonly table: string;
  readonly name: string;
  readonly target: string;
  readonly definition: string;
}

/** Reads the schema and plans where each table goes. Changes nothing. */
export async function planDistribution(db: Queryable): Promise<Distribution> {
  const tables = await listTables(db);
  const names = tables.map(({ name }) => name);
  const copied = COPIED.filter((name) => names.includes(name));
  const ofStores = tables
    .filter(({ name, isOfStore }) => (isOfStore || name === LATE) && !copied.includes(name))
    .map(({ name }) => name);
  const onCoordinator = names.filter((name) => !copied.includes(name) && !ofStores.includes(name));
  const references = await listReferences(db);
  const within = references.filter(
    ({ table, target }) => ofStores.includes(table) && ofStores.includes(target),
  );
  const isBarred = ({ table, target }: ReferenceRow) =>
    ofStores.includes(target) ? !ofStores.includes(table) : false;
  const toLocal = references.filter(
    ({ table, target }) => !onCoordinator.includes(table) && onCoordinator.includes(target),
  );
  const obstacles = [
    ...(await listKeysWithoutStore(db, ofStores)),
    ...within.filter(({ definition }) => !definition.includes('store_id')).map(nameOf),
    ...references.filter(isBarred).map(nameOf),
    ...toLocal.map(nameOf),
  ];
  const triggers = await listTriggers(db, ofStores);
  const statements = [
    ...FINISH,
    // Copying rows to a node inserts them there, but they have already been counted and claimed.
    ...triggers.map(({ table, name }) => `drop trigger ${name} on ${table}`),
    ...within.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ...copied.map((name) => `select create_reference_table('${name}')`),
    ...ofStores.map((name, place) => spread(name, place === 0 ? 'none' : ofStores[0])),
    ...triggers.map(({ definition }) => definition),
    // Checks all rows, so a `not valid` constraint becomes valid.
    ...within.map(
      ({ table, name, definition }) =>
        `alter table ${table} add constraint ${name} ${definition.replace(' NOT VALID', '')}`,
    ),
  ];
  return { copied, ofStores, onCoordinator, obstacles, statements };
}

function nameOf({ table, name }: ReferenceRow): string {
  return `${table}: ${name}`;
}

/** Colocated with another table's rows of the same store. */
function spread(table: string, beside: string | undefined): string {
  return `select create_distributed_table('${table}', 'store_id', colocate_with => '${beside}')`;
}

function listTables(db: Queryable): Promise<TableRow[]> {
  return db.query(sql`
    select class.relname::text as name, exists (select from pg_attribute column_
      where column_.attrelid = class.oid and attname = 'store_id' and attnotnull
        and not attisdropped) as "isOfStore"
    from pg_class class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname`);
}

/** Omits the trigger that only the previous release needs. */
function listTriggers(db: Queryable, tables: readonly string[]): Promise<TriggerRow[]> {
  return db.query(sql`
    select class.relname::text as table, tgname::text as name,
      pg_get_triggerdef(trigger_.oid) as definition
    from pg_trigger trigger_ join pg_class class on class.oid = tgrelid
    where not tgisinternal and class.relnamespace = 'public'::regnamespace
      and class.relname = any(${tables}::text[]) and tgname <> 'past_due_month_takes_store'
    order by class.relname, tgname`);
}

function listReferences(db: Queryable): Promise<ReferenceRow[]> {
  return db.query(sql`
    select from_.relname::text as table, conname::text as name, to_.relname::text as target,
      pg_get_constraintdef(reference.oid) as definition
    from pg_constraint reference join pg_class from_ on from_.oid = conrelid
    join pg_class to_ on to_.oid = confrelid
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
    order by from_.relname, conname`);
}

/** Keys that are unique across stores, which no single node can check. */
async function listKeysWithoutStore(db: Queryable, tables: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ name: string; line: string }>(sql`
    select index_.relname::text as name, class.relname || ': ' || index_.relname as line
    from pg_index join pg_class class on class.oid = indrelid
    join pg_class index_ on index_.oid = indexrelid
    where indisunique and class.relnamespace = 'public'::regnamespace
      and class.relname = any(${tables}::text[]) and not exists (
        select from pg_attribute column_ where column_.attrelid = class.oid
          and attname = 'store_id' and attnum = any(indkey::int2[]))
    order by 1`);
  return rows.filter(({ name }) => !DROPPED.includes(name)).map(({ line }) => line);
}

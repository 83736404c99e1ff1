import { type Queryable, sql } from './database.ts';

/** Copied to every node: small, seldom written, and asked before the store is known, or by triggers. */
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
/** Its store may be null in rows from before the column; they get one before they are spread. */
const LATE = 'subscription_past_due_month';
/** What only the release before needs, or what its rows lack: a cluster's service is of this one. */
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

/** How the tables of one server go to a cluster. */
export interface Distribution {
  readonly copied: readonly string[];
  /** Spread by `store_id`, so that the rows of a store are together. */
  readonly ofStores: readonly string[];
  /** Stay where they are. */
  readonly onCoordinator: readonly string[];
  /** Keys and references that a cluster would refuse; empty in a schema of ours. */
  readonly obstacles: readonly string[];
  /** In this order, in one transaction. */
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

/** Reads the schema and says where each table goes; changes nothing. */
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
    // Rows that are copied to a node are written there, and have been counted and claimed already.
    ...triggers.map(({ table, name }) => `drop trigger ${name} on ${table}`),
    ...within.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ...copied.map((name) => `select create_reference_table('${name}')`),
    ...ofStores.map((name, place) => spread(name, place === 0 ? 'none' : ofStores[0])),
    ...triggers.map(({ definition }) => definition),
    // Checked over all rows: what was `not valid` is valid from here on.
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

/** Beside the rows that a table has of the same store. */
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

/** Without the one that only the release before needs. */
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

/** Unique over all stores, which no node can check alone. */
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

import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import type { Warning } from '../contract/action.ts';
import { join, raw, type Sql, sql } from '../database/database.ts';
import { textBytes } from './cache.ts';
import { createCompilation } from './compilation.ts';
import { introspect, type SchemaField } from './introspection.ts';
import { LARGE_BYTES, LARGE_OBJECTS, MAX_ANSWER_BYTES, MAX_SCHEMA_FIELDS } from './limits.ts';
import type { Writer } from './marks.ts';
import { inSteps } from './measured.ts';
import { type RootField, rootSql } from './root-fields.ts';
import type { Bind, Request, Scope } from './scope.ts';
import { gathered, isOnCoordinator, leadsElsewhere, ofOneStore } from './spread-sql.ts';
import { storeOfField } from './store-of-field.ts';

/** A statement's text, with how to read its values. */
export interface BoundText {
  readonly text: string;
  readonly binds: readonly Bind[];
}

interface PlannedStatement extends BoundText {
  /** Finds the one store of the caller that it is about; null if it is about all of them. */
  readonly store: BoundText | null;
}

/** A compiled operation: its statements, and how their columns form the response. */
export interface Plan {
  /** One for everything in the database. On a cluster, what the nodes don't have is separate. */
  readonly statements: readonly PlannedStatement[];
  /** The entries of `data` in order: a column's name, or a text already known. */
  readonly entries: readonly (readonly [key: string, source: Column | Text])[];
  readonly warnings: readonly Warning[];
  /** Create parts of the response from columns, by the numbers in their marks. */
  readonly writers: readonly Writer[];
  /** Whether it is one of the queries of which only a few run concurrently. */
  readonly isLarge: boolean;
  /** The best plan depends on the values, so it is never prepared. */
  readonly isPlannedWithValues: boolean;
  /** The fields that may take most of the response. */
  readonly heaviest: readonly string[];
}

interface Column {
  readonly column: string;
}
interface Text {
  readonly text: (variables: Request['variables']) => string;
  /** Bytes in memory. */
  readonly bytes: number;
}

export interface PlanInput {
  readonly schema: GraphQLSchema;
  readonly rootFields: Readonly<Record<string, RootField>>;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly operation: OperationDefinitionNode;
  readonly scope: Scope;
  /**
   * Coerced variables. What shapes the statement is the same for all requests that share the plan.
   */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Bytes of a bound value: its arguments, read again for each request. */
const BIND_BYTES = 500;

/** Approximate bytes of a plan without its document. */
export function planBytes({ statements, entries }: Plan): number {
  const texts = entries.reduce((sum, [, source]) => sum + ('text' in source ? source.bytes : 0), 0);
  const bytesOf = ({ text, binds }: BoundText) => textBytes(text) + binds.length * BIND_BYTES;
  return statements.reduce((sum, statement) => sum + bytesOf(statement), texts);
}

/** Compiles the operation. Throws 400 over a limit, 403 for what the credential can't read. */
export function makePlan(input: PlanInput): Plan {
  const { rootFields, operation, scope } = input;
  const warnings: Warning[] = [];
  const writers: Writer[] = [];
  const compilation = createCompilation({ ...input, warnings, writers });
  const values: NamedValue[] = [];
  const entries: [string, Column | Text][] = [];
  const roots = [...compilation.collect('Query', [operation])];
  const rootOf = (nodes: readonly FieldNode[]) => rootFields[nodes[0]?.name.value as string];
  const aboutSchema = roots.filter(([, nodes]) => !rootOf(nodes)).length;
  for (const [key, nodes] of roots) {
    const name = nodes[0]?.name.value as string;
    const field = rootOf(nodes);
    if (!field) {
      const most = Math.floor(MAX_SCHEMA_FIELDS / aboutSchema);
      entries.push([key, schemaText(input, { key, nodes, most })]);
      continue;
    }
    const column = `f${values.length}`;
    entries.push([key, { column }]);
    const value = rootSql(field, name, nodes, compilation);
    const given = compilation.given('Query', nodes[0] as FieldNode);
    const store = leadsElsewhere(value) ? null : storeOfField(field, given, scope);
    values.push({ column, value, store });
    if (field.kind === 'analysis') compilation.markAnalysis();
  }
  const { cost, hasAnalysis, isPlannedWithValues } = compilation;
  const isLarge = cost.bytes > LARGE_BYTES || cost.objects > LARGE_OBJECTS || hasAnalysis;
  const plan = {
    ...{ entries, warnings, writers, isLarge, isPlannedWithValues },
    heaviest: cost.heaviest(),
  };
  const select = cost.bytes > MAX_ANSWER_BYTES ? measuredSelect : plainSelect;
  const statements = inGroups(values, scope).map((group): PlannedStatement => {
    const store = group[0]?.store ?? null;
    const text = opened(select(group), store ? ofOneStore(scope) : scope);
    return { ...numberBinds(text), store: store && numberBinds(store) };
  });
  return { ...plan, statements };
}

/** A future column of a statement. */
interface NamedValue {
  readonly column: string;
  readonly value: Sql;
  readonly store: Sql | null;
}

/**
 * One group per statement: what has its own store, or is on a cluster's coordinator, is separate.
 */
function inGroups(values: readonly NamedValue[], scope: Scope): (readonly NamedValue[])[] {
  const isApart = ({ value, store }: NamedValue) => store !== null || isOnCoordinator(value, scope);
  const together = values.filter((value) => !isApart(value));
  const apart = values.filter(isApart).map((value) => [value]);
  return together.length > 0 ? [together, ...apart] : apart;
}

function plainSelect(values: readonly NamedValue[]): Sql {
  const columns = values.map(({ column, value }) => sql`(${value})::text as ${raw(column)}`);
  return sql`select ${join(columns, ', ')}`;
}

function measuredSelect(values: readonly NamedValue[]): Sql {
  const steps = inSteps(values.map(({ value }) => sql`(${value})::text`));
  const columns = values.map(({ column }, nth) => sql`${steps.values[nth]} as ${raw(column)}`);
  return sql`select ${join(columns, ', ')} from ${steps.from}`;
}

/** The statement, preceded by the queries that it names. */
function opened(select: Sql, scope: Scope): Sql {
  const { opening } = scope;
  const own = opening ? [opening] : [];
  const queries = [...gathered(join([...own, select], ' '), scope), ...own];
  return queries.length === 0 ? select : sql`with ${join(queries, ', ')} ${select}`;
}

/** The statement's text with numbered binds; a bind used in many places has one number. */
function numberBinds({ strings, values }: Sql): BoundText {
  const numbers = new Map<Bind, number>();
  const binds: Bind[] = [];
  let text = strings[0] ?? '';
  values.forEach((value, index) => {
    const bind = typeof value === 'function' ? (value as Bind) : () => value;
    let number = numbers.get(bind);
    if (number === undefined) {
      number = binds.push(bind);
      numbers.set(bind, number);
    }
    text += `$${number}${strings[index + 1]}`;
  });
  return { text, binds };
}

/** An introspection field, computed once if it doesn't vary. */
function schemaText(input: PlanInput, field: Omit<SchemaField, 'variables'>): Text {
  const textWith = (variables: Request['variables']) => introspect(input, { ...field, variables });
  if (input.operation.variableDefinitions?.length) return { text: textWith, bytes: 0 };
  const text = textWith(input.variables);
  return { text: () => text, bytes: textBytes(text) };
}

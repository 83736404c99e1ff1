import {
  execute,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { Warning } from '../contract/action.ts';
import { join, raw, type Sql, sql } from '../database/database.ts';
import { textBytes } from './cache.ts';
import { createCompilation } from './compilation.ts';
import { LARGE_BYTES, LARGE_OBJECTS, MAX_ANSWER_BYTES } from './limits.ts';
import type { Writer } from './marks.ts';
import { inSteps } from './measured.ts';
import { type RootField, rootSql } from './root-fields.ts';
import type { Bind, Request, Scope } from './scope.ts';
import { gathered, isOnCoordinator, leadsElsewhere, ofOneStore } from './spread-sql.ts';
import { storeOfField } from './store-of-field.ts';

/** A text with what its values are read from. */
export interface BoundText {
  readonly text: string;
  readonly binds: readonly Bind[];
}

interface PlannedStatement extends BoundText {
  /** Finds the one store of the caller's that it is about; null: it is about all of them. */
  readonly store: BoundText | null;
}

/** A compiled operation: its statements, and how their columns make the answer. */
export interface Plan {
  /** One for all that comes from the database; on a cluster, what the nodes don't have is apart. */
  readonly statements: readonly PlannedStatement[];
  /** The entries of `data` in their order: a column's name, or a text that is known already. */
  readonly entries: readonly (readonly [key: string, source: Column | Text])[];
  readonly warnings: readonly Warning[];
  /** What makes parts of the answer out of columns, by the numbers of their marks. */
  readonly writers: readonly Writer[];
  /** Of such queries few run at once. */
  readonly isLarge: boolean;
  /** The values decide how it is best read, so it is never kept prepared. */
  readonly isPlannedWithValues: boolean;
  /** The fields that may take the most of the answer. */
  readonly heaviest: readonly string[];
}

interface Column {
  readonly column: string;
}
interface Text {
  readonly text: (variables: Request['variables']) => string;
  /** What it takes in memory. */
  readonly bytes: number;
}

export interface PlanInput {
  readonly schema: GraphQLSchema;
  readonly rootFields: Readonly<Record<string, RootField>>;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly operation: OperationDefinitionNode;
  readonly scope: Scope;
  /** Coerced; what decides the statement's shape is the same in every request that shares it. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** What a bound value takes in memory: its arguments, read again for each request. */
const BIND_BYTES = 500;

/** What a plan takes in memory, about, without the document that it came from. */
export function planBytes({ statements, entries }: Plan): number {
  const texts = entries.reduce((sum, [, source]) => sum + ('text' in source ? source.bytes : 0), 0);
  const bytesOf = ({ text, binds }: BoundText) => textBytes(text) + binds.length * BIND_BYTES;
  return statements.reduce((sum, statement) => sum + bytesOf(statement), texts);
}

/** Compiles the operation. Throws 400 over a limit, 403 for what the credential may not read. */
export function makePlan(input: PlanInput): Plan {
  const { rootFields, operation, scope } = input;
  const warnings: Warning[] = [];
  const writers: Writer[] = [];
  const compilation = createCompilation({ ...input, warnings, writers });
  const values: NamedValue[] = [];
  let hasAnalysis = false;
  const entries: [string, Column | Text][] = [];
  for (const [key, nodes] of compilation.collect('Query', [operation])) {
    const name = nodes[0]?.name.value as string;
    const field = rootFields[name];
    if (!field) {
      entries.push([key, introspection(input, nodes, key)]);
      continue;
    }
    const column = `f${values.length}`;
    entries.push([key, { column }]);
    const value = rootSql(field, name, nodes, compilation);
    const given = compilation.given('Query', nodes[0] as FieldNode);
    const store = leadsElsewhere(value) ? null : storeOfField(field, given, scope);
    values.push({ column, value, store });
    hasAnalysis ||= field.kind === 'analysis';
  }
  const { cost } = compilation;
  const isLarge = cost.bytes > LARGE_BYTES || cost.objects > LARGE_OBJECTS || hasAnalysis;
  const { isPlannedWithValues } = compilation;
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

/** What becomes a column of a statement. */
interface NamedValue {
  readonly column: string;
  readonly value: Sql;
  readonly store: Sql | null;
}

/** One for each statement: what is of a store of its own, or on a cluster's coordinator, is apart. */
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

/** The statement behind the queries that it names. */
function opened(select: Sql, scope: Scope): Sql {
  const { opening } = scope;
  const own = opening ? [opening] : [];
  const queries = [...gathered(join([...own, select], ' '), scope), ...own];
  return queries.length === 0 ? select : sql`with ${join(queries, ', ')} ${select}`;
}

/** The statement's text with a number for each bind, the same for one that stands in many places. */
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

/** JSON of a root field that is about the schema itself; worked out once where nothing varies. */
function introspection(input: PlanInput, nodes: readonly FieldNode[], key: string): Text {
  if (input.operation.variableDefinitions?.length) {
    return { text: (variables) => introspect({ ...input, variables }, nodes, key), bytes: 0 };
  }
  const text = introspect(input, nodes, key);
  return { text: () => text, bytes: textBytes(text) };
}

function introspect(
  { schema, fragments, operation, variables }: PlanInput,
  nodes: readonly FieldNode[],
  key: string,
): string {
  const only: OperationDefinitionNode = {
    ...operation,
    selectionSet: { kind: Kind.SELECTION_SET, selections: nodes },
  };
  const result = execute({
    schema,
    document: { kind: Kind.DOCUMENT, definitions: [only, ...Object.values(fragments)] },
    variableValues: variables,
  });
  if (result instanceof Promise) throw new Error('Introspection is synchronous');
  if (result.errors?.[0]) throw result.errors[0];
  return JSON.stringify(result.data?.[key] ?? null);
}

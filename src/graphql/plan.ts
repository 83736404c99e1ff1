import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import type { Warning } from '../contract/action.ts';
import { textBytes } from '../kit/cache.ts';
import { createCompilation } from './compilation.ts';
import { introspect, type SchemaField } from './introspection.ts';
import { LARGE_BYTES, LARGE_OBJECTS, MAX_ANSWER_BYTES, MAX_SCHEMA_FIELDS } from './limits.ts';
import type { Writer } from './marks.ts';
import { isCountOfSeveral, type RootField, rootSql } from './root-fields.ts';
import type { Request, Scope } from './scope.ts';
import { isOnCoordinator, leadsElsewhere } from './spread-sql.ts';
import {
  type BoundText,
  type NamedValue,
  type PlannedPage,
  type PlannedStatement,
  planPage,
  planStatements,
} from './statements.ts';
import { storeOfField } from './store-of-field.ts';

/** A compiled operation: its statements, and how their columns form the response. */
export interface Plan {
  /** One for everything in the database. On a cluster, what the nodes don't have is separate. */
  readonly statements: readonly PlannedStatement[];
  /** Lists that a cluster reads store by store. */
  readonly pages: readonly PlannedPage[];
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
export function planBytes({ statements, pages, entries }: Plan): number {
  const texts = entries.reduce((sum, [, source]) => sum + ('text' in source ? source.bytes : 0), 0);
  const bytesOf = ({ text, binds }: BoundText) => textBytes(text) + binds.length * BIND_BYTES;
  const all = [...statements, ...pages.flatMap(({ page, objects }) => [page, objects])];
  return all.reduce((sum, statement) => sum + bytesOf(statement), texts);
}

/** Compiles the operation. Throws 400 over a limit, 403 for what the credential can't read. */
export function makePlan(input: PlanInput): Plan {
  const { rootFields, operation, scope } = input;
  const warnings: Warning[] = [];
  const writers: Writer[] = [];
  const compilation = createCompilation({ ...input, warnings, writers });
  const values: NamedValue[] = [];
  const pages: PlannedPage[] = [];
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
    const column = `f${values.length + pages.length}`;
    entries.push([key, { column }]);
    const value = rootSql(field, name, nodes, compilation);
    if ('page' in value) {
      pages.push(planPage(column, value, scope));
      continue;
    }
    const given = compilation.given('Query', nodes[0] as FieldNode);
    const store = leadsElsewhere(value) ? null : storeOfField(field, given, scope);
    const isSummed = isCountOfSeveral(field, given, scope) && !isOnCoordinator(value, scope);
    values.push({ column, value, store, isSummed });
    if (field.kind === 'analysis') compilation.markAnalysis();
  }
  const { cost, hasAnalysis, isPlannedWithValues } = compilation;
  const isLarge = cost.bytes > LARGE_BYTES || cost.objects > LARGE_OBJECTS || hasAnalysis;
  return {
    ...{ entries, pages, warnings, writers, isLarge, isPlannedWithValues },
    statements: planStatements(values, scope, cost.bytes > MAX_ANSWER_BYTES),
    heaviest: cost.heaviest(),
  };
}

/** An introspection field, computed once if it doesn't vary. */
function schemaText(input: PlanInput, field: Omit<SchemaField, 'variables'>): Text {
  const textWith = (variables: Request['variables']) => introspect(input, { ...field, variables });
  if (input.operation.variableDefinitions?.length) return { text: textWith, bytes: 0 };
  const text = textWith(input.variables);
  return { text: () => text, bytes: textBytes(text) };
}

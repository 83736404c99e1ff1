import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { collectFields } from 'graphql/execution/collectFields.js';
import type { Warning } from '../contract/action.ts';
import { sql } from '../database/database.ts';
import { type CostMeter, createCostMeter } from './cost.ts';
import type { Given, Row } from './description.ts';
import type { Writer } from './marks.ts';
import type { Bind, Request, Scope } from './scope.ts';

/** State of one query's compilation. */
export interface Compilation {
  readonly scope: Scope;
  readonly cost: CostMeter;
  /**
   * Adds a writer that creates a part of the response from a column. Returns its index in the plan.
   */
  addWriter(writer: Writer): number;
  /** A unique row name. */
  newRow(): Row;
  /** The selected fields of an object type by response key, fragments and conditions resolved. */
  collect(type: string, nodes: readonly Selecting[]): ReadonlyMap<string, readonly FieldNode[]>;
  /** The arguments of a field of the type. */
  given(type: string, node: FieldNode): Given;
  warn(warning: Warning): void;
  /** Marks the plan as depending on the values: each request is planned with its own. */
  planWithValues(): void;
  readonly isPlannedWithValues: boolean;
  /** Marks the plan as one that requests an analysis. */
  markAnalysis(): void;
  readonly hasAnalysis: boolean;
}

/** A node with a selection: a field or an operation. */
type Selecting = Pick<FieldNode, 'selectionSet'>;

export interface CompilationInput {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly scope: Scope;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly warnings: Warning[];
  readonly writers: Writer[];
}

export function createCompilation(input: CompilationInput): Compilation {
  const { schema, fragments, scope, variables, warnings, writers } = input;
  let rows = 0;
  let isPlannedWithValues = false;
  let hasAnalysis = false;
  return {
    scope,
    cost: createCostMeter(),
    addWriter: (writer) => writers.push(writer) - 1,
    newRow: () => {
      rows += 1;
      return `t${rows}`;
    },
    collect: (type, nodes) => {
      const object = schema.getType(type) as GraphQLObjectType;
      // Nodes with the same response key are one field: their selections are merged.
      const selections = nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
      const merged: SelectionSetNode = { kind: Kind.SELECTION_SET, selections };
      return collectFields(schema, { ...fragments }, variables, object, merged);
    },
    given: (type, node) => {
      const object = schema.getType(type) as GraphQLObjectType;
      const definition = object.getFields()[node.name.value] as GraphQLField<unknown, unknown>;
      return readArguments(definition, node, variables);
    },
    warn: (warning) => warnings.push(warning),
    planWithValues: () => {
      isPlannedWithValues = true;
    },
    get isPlannedWithValues() {
      return isPlannedWithValues;
    },
    markAnalysis: () => {
      hasAnalysis = true;
    },
    get hasAnalysis() {
      return hasAnalysis;
    },
  };
}

/** The arguments of a field; an explicit null means the default, if there is one. */
function argumentsOf(
  definition: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: CompilationInput['variables'],
): Given['values'] {
  const values = getArgumentValues(definition, node, variables);
  for (const { name, defaultValue } of definition.args) {
    if (values[name] === null && defaultValue !== undefined) values[name] = defaultValue;
  }
  return values;
}

/** Current argument values, for what shapes the statement; bound values are read per request. */
function readArguments(
  definition: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: CompilationInput['variables'],
): Given {
  const known = new WeakMap<Request, Readonly<Record<string, unknown>>>();
  const valuesOf = (request: Request) => {
    let values = known.get(request);
    if (!values) {
      values = argumentsOf(definition, node, request.variables);
      known.set(request, values);
    }
    return values;
  };
  return {
    values: argumentsOf(definition, node, variables),
    bind: (pick) => {
      const bind: Bind = (request) => pick(valuesOf(request));
      return sql`${bind}`;
    },
  };
}

import {
  execute,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  TypeMetaFieldDef,
  type VariableDefinitionNode,
} from 'graphql';
import { graphqlErrors, withHint } from './errors.ts';
import { MAX_SCHEMA_FIELDS } from './limits.ts';

/** An operation that reads the schema. */
export interface Introspected {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly operation: OperationDefinitionNode;
}

/** A root field about the schema, and with which values. */
export interface SchemaField {
  readonly key: string;
  readonly nodes: readonly FieldNode[];
  readonly variables: Readonly<Record<string, unknown>>;
  /** Maximum fields of its answer. */
  readonly most: number;
}

/**
 * The field's JSON. It is computed in one go, so its fields are counted first: the same walk over
 * the schema, which ends early. Throws 400 above the limit.
 */
export function introspect(of: Introspected, { key, nodes, variables, most }: SchemaField): string {
  const { schema, fragments, operation } = of;
  countFields({ ...of, variables, most }, nodes);
  const only: OperationDefinitionNode = {
    ...operation,
    variableDefinitions: (operation.variableDefinitions ?? []).filter(isUsable),
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

/** The types of variables that fields about the schema, and their conditions, take. */
const USABLE_TYPES: readonly string[] = ['String', 'Boolean'];

/**
 * Whether a field about the schema can use the variable. Others are left out: the values are
 * already coerced, and an enum's internal value can't be coerced again.
 */
function isUsable({ type }: VariableDefinitionNode): boolean {
  const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
  return named.kind === Kind.NAMED_TYPE && USABLE_TYPES.includes(named.name.value);
}

type Counted = Omit<Introspected, 'operation'> & Pick<SchemaField, 'variables' | 'most'>;

function countFields(
  { schema, fragments, variables, most }: Counted,
  nodes: readonly FieldNode[],
): void {
  let fields = 0;
  const resolve = (field: Field, source: unknown, node: FieldNode) => {
    const info = { schema } as GraphQLResolveInfo;
    return field.resolve?.(source, getArgumentValues(field, node, variables), undefined, info);
  };
  const countField = (field: Field | undefined, source: unknown, node: FieldNode) => {
    fields += 1;
    if (fields > most) throw tooMuch();
    const type = field && getNamedType(field.type);
    if (!isObjectType(type)) return;
    const value = resolve(field as Field, source, node);
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item) countSelected(type, item, node.selectionSet?.selections ?? []);
    }
  };
  const countSelected = (
    type: GraphQLObjectType,
    source: unknown,
    selections: readonly SelectionNode[],
  ) => {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) countField(type.getFields()[node.name.value], source, node);
      else countSelected(type, source, selectionsOf(node, fragments));
    }
  };
  for (const node of nodes) countField(ROOTS[node.name.value], undefined, node);
}

type Field = GraphQLField<unknown, unknown>;

/** The root fields with objects; `__typename` has none. */
const ROOTS: Readonly<Record<string, Field>> = {
  __schema: SchemaMetaFieldDef,
  __type: TypeMetaFieldDef,
};

function selectionsOf(
  node: Exclude<SelectionNode, FieldNode>,
  fragments: Introspected['fragments'],
): readonly SelectionNode[] {
  if (node.kind === Kind.INLINE_FRAGMENT) return node.selectionSet.selections;
  return fragments[node.name.value]?.selectionSet.selections ?? [];
}

function tooMuch() {
  return withHint(
    graphqlErrors.tooMuchSchema,
    String(MAX_SCHEMA_FIELDS),
    'Ask for the whole schema once, in a document of its own, or for one __type at a time.',
  );
}

import {
  buildClientSchema,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  isCompositeType,
  isNullableType,
} from 'graphql';
import { type Ask, dataFrom } from './asking.ts';

/** The schema as clients see it through introspection. */
export async function readSchema(ask: Ask): Promise<GraphQLSchema> {
  return buildClientSchema(await dataFrom(ask(getIntrospectionQuery())));
}

/** A path from a root field through objects to a type, with its scalar fields. */
export interface Path {
  readonly names: readonly string[];
  /** The type at its end; empty for a scalar field. */
  readonly type: string;
  readonly leaves: readonly string[];
}

/** All paths of at most the given length through objects, without the roots of analyses. */
export function walk(schema: GraphQLSchema, longest: number): Path[] {
  const query = schema.getQueryType() as GraphQLObjectType;
  return Object.values(query.getFields())
    .filter(({ name }) => !/(Statistics|Analysis|^rate)$/.test(name))
    .flatMap((field) => pathsFrom(schema, field, [], longest));
}

type Fields = Record<string, GraphQLField<unknown, unknown>>;

function pathsFrom(
  schema: GraphQLSchema,
  field: GraphQLField<unknown, unknown>,
  before: readonly string[],
  longest: number,
): Path[] {
  const names = [...before, field.name];
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) return [{ names, type: '', leaves: [] }];
  const fields = Object.values((type as GraphQLObjectType).getFields() as Fields);
  const objects = fields.filter((inner) => isCompositeType(getNamedType(inner.type)));
  const leaves = fields.filter((inner) => !objects.includes(inner)).map(({ name }) => name);
  const own = leaves.length > 0 ? [{ names, type: type.name, leaves }] : [];
  if (names.length === longest) return own;
  return [...own, ...objects.flatMap((inner) => pathsFrom(schema, inner, names, longest))];
}

/** The query for the path; the id arguments of its root get the given values. */
export function queryOf(
  schema: GraphQLSchema,
  { names }: Path,
  leaves: readonly string[],
  ids: Readonly<Record<string, string>>,
): string {
  let type = schema.getQueryType() as GraphQLObjectType;
  let text = '';
  for (const [place, name] of names.entries()) {
    const field = type.getFields()[name] as GraphQLField<unknown, unknown>;
    text += ` { ${name}${place === 0 ? rootArguments(field, ids) : nestedLimit(field)}`;
    type = getNamedType(field.type) as GraphQLObjectType;
  }
  const selection = leaves.length > 0 ? ` { ${leaves.join(' ')} }` : '';
  return `${text}${selection}${' }'.repeat(names.length)}`;
}

/** One query for all paths of a root, with all their scalar fields. */
export function queryOfAll(
  schema: GraphQLSchema,
  paths: readonly Path[],
  ids: Readonly<Record<string, string>>,
): string {
  const type = schema.getQueryType() as GraphQLObjectType;
  return selectionOf(type, paths, (field) => rootArguments(field, ids));
}

function selectionOf(
  type: GraphQLObjectType,
  paths: readonly Path[],
  argumentsOf: (field: GraphQLField<unknown, unknown>) => string,
): string {
  const names = new Set(paths.map(({ names: [name = ''] }) => name));
  const fields = [...names].map((name) => {
    const field = type.getFields()[name] as GraphQLField<unknown, unknown>;
    const along = paths.filter((path) => path.names[0] === name);
    const deeper = along.map((path) => ({ ...path, names: path.names.slice(1) }));
    const plain = deeper.filter(({ names }) => names.length === 0).flatMap(({ leaves }) => leaves);
    const rest = deeper.filter((path) => path.names.length > 0);
    const inner = getNamedType(field.type) as GraphQLObjectType;
    const objects = rest.length > 0 ? selectionOf(inner, rest, nestedLimit).slice(1, -1) : '';
    const text = `${plain.join(' ')} ${objects}`.trim();
    return `${name}${argumentsOf(field)}${text ? ` { ${text} }` : ''}`;
  });
  return `{ ${fields.join(' ')} }`;
}

/** Nested lists multiply, so a few items of each are enough. */
function nestedLimit(field: GraphQLField<unknown, unknown>): string {
  return field.args.some(({ name }) => name === 'limit') ? '(limit: 3)' : '';
}

function rootArguments(
  field: GraphQLField<unknown, unknown>,
  ids: Readonly<Record<string, string>>,
): string {
  const given = field.args
    .filter(({ name, type }) => ids[name] !== undefined || !isNullableType(type))
    .map(({ name }) => `${name}: "${ids[name] ?? ids[field.name] ?? ''}"`);
  if (field.args.some(({ name }) => name === 'limit')) given.push('limit: 100');
  return given.length > 0 ? `(${given.join(', ')})` : '';
}

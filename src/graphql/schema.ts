import {
  GraphQLBoolean,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  type GraphQLNamedOutputType,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import { argumentMap } from './argument-types.ts';
import type { Entity, Field, ObjectType } from './description.ts';
import { directives } from './directives.ts';
import { entityNamed } from './entity-names.ts';
import { entityFilter } from './filter-types.ts';
import { COUNT_LIMIT, filterArgument, idArguments, listArguments } from './list-arguments.ts';
import type { RootField } from './root-fields.ts';
import { orderByType } from './sorting.ts';

type FieldConfig = GraphQLFieldConfig<unknown, unknown>;

const SCALARS = {
  ID: GraphQLID,
  String: GraphQLString,
  Int: GraphQLInt,
  Float: GraphQLFloat,
  Boolean: GraphQLBoolean,
} as const;

/** Creates the schema of the root fields; each description becomes one type. */
export function createSchema(rootFields: Readonly<Record<string, RootField>>): GraphQLSchema {
  const types = createTypes();
  const fields = Object.entries(rootFields).map(([name, root]) => [
    name,
    {
      type: rootType(root, types),
      description: root.description,
      args: rootArguments(root, types),
    },
  ]);
  const query = new GraphQLObjectType({
    name: 'Query',
    description: 'Everything that can be read. To write, use actions.',
    fields: Object.fromEntries(fields),
  });
  return new GraphQLSchema({ query, directives, types: types.variants(rootFields) });
}

type Types = ReturnType<typeof createTypes>;

function createTypes() {
  const named = new Map<string, GraphQLNamedOutputType>();
  const filters = new Map<Entity, ReturnType<typeof entityFilter>>();
  const orders = new Map<Entity, ReturnType<typeof orderByType>>();
  const interfaces = new Map<string, () => GraphQLInterfaceType>();
  const types = {
    of: (type: ObjectType): GraphQLNamedOutputType => {
      let made = named.get(type.name);
      if (!made) {
        made = createType(type, types);
        named.set(type.name, made);
      }
      return made;
    },
    filterOf: (entity: Entity) => {
      let made = filters.get(entity);
      if (!made) {
        made = entityFilter(entity);
        filters.set(entity, made);
      }
      return made;
    },
    orderByOf: (entity: Entity) => {
      let made = orders.get(entity);
      if (!made) {
        made = orderByType(entity);
        orders.set(entity, made);
      }
      return made;
    },
    implemented: (type: ObjectType): GraphQLInterfaceType[] => {
      const made = interfaces.get(type.name);
      return made ? [made()] : [];
    },
    variants: (rootFields: Readonly<Record<string, RootField>>): GraphQLNamedOutputType[] =>
      Object.values(rootFields).flatMap((root) => {
        if (!('entity' in root) || !root.entity.variants) return [];
        const { entity } = root;
        const variants = Object.values(root.entity.variants.types).map((variant) => variant());
        for (const { name } of variants) {
          interfaces.set(name, () => types.of(entity) as GraphQLInterfaceType);
        }
        return variants.map((variant) => types.of(variant));
      }),
  };
  return types;
}

function createType(type: ObjectType, types: Types): GraphQLNamedOutputType {
  const { name, description } = type;
  const fields = () =>
    Object.fromEntries(
      Object.entries(type.fields).map(([key, field]) => [key, fieldConfig(field, types)]),
    );
  if ('variants' in type && type.variants) {
    return new GraphQLInterfaceType({ name, description, fields });
  }
  return new GraphQLObjectType({
    name,
    description,
    fields,
    interfaces: () => types.implemented(type),
  });
}

function fieldConfig(field: Field, types: Types): FieldConfig {
  const type = outputType(field, types);
  const { description, deprecated: deprecationReason } = field;
  const config = { type, description, deprecationReason };
  if (field.kind === 'many') {
    return { ...config, args: listArguments(entityNamed(field.entity), types, field) };
  }
  if (field.kind === 'figure' && field.args) {
    return { ...config, args: argumentMap(field.args) };
  }
  return config;
}

function outputType(field: Field, types: Types): GraphQLOutputType {
  const nullable = nullableType(field, types);
  return field.required ? new GraphQLNonNull(nullable) : nullable;
}

function nullableType(field: Field, types: Types) {
  switch (field.kind) {
    case 'scalar':
      return field.list ? listOf(SCALARS[field.type]) : SCALARS[field.type];
    case 'part':
      return types.of(field.type);
    case 'entry':
      return SCALARS[field.type];
    case 'items':
    case 'entries':
      return listOf(types.of(field.type));
    case 'one':
      return types.of(entityNamed(field.entity));
    case 'many':
      return listOf(types.of(entityNamed(field.entity)));
    case 'figure': {
      const { type } = field;
      const item = typeof type === 'string' ? SCALARS[type] : types.of(type);
      return field.list ? listOf(item) : item;
    }
  }
}

function listOf(item: GraphQLNamedOutputType) {
  return new GraphQLList(new GraphQLNonNull(item));
}

function rootType(root: RootField, types: Types): GraphQLOutputType {
  switch (root.kind) {
    case 'single':
      return types.of(root.entity);
    case 'list':
      return new GraphQLNonNull(listOf(types.of(root.entity)));
    case 'count':
      return new GraphQLNonNull(GraphQLInt);
    case 'analysis':
    case 'rate':
      return types.of(root.type);
  }
}

function rootArguments(root: RootField, types: Types): GraphQLFieldConfigArgumentMap {
  switch (root.kind) {
    case 'single': {
      const description = `ID of the ${root.entity.name}.`;
      return { id: { type: new GraphQLNonNull(GraphQLID), description } };
    }
    case 'list':
      return { ...idArguments(root.entity), ...listArguments(root.entity, types) };
    case 'count':
      return {
        ...idArguments(root.entity),
        filter: filterArgument(root.entity, types),
        limit: COUNT_LIMIT,
      };
    case 'analysis':
    case 'rate':
      return argumentMap(root.args);
  }
}

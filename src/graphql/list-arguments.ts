import { type GraphQLFieldConfigArgumentMap, GraphQLID, GraphQLInt } from 'graphql';
import type { Entity } from './description.ts';
import type { entityFilter } from './filter-types.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from './limits.ts';

/** Gives the filter of an entity, made once. */
interface Filters {
  readonly filterOf: (entity: Entity) => ReturnType<typeof entityFilter>;
}

/** The list's arguments that are ids. */
export function idArguments({ by }: Entity): GraphQLFieldConfigArgumentMap {
  return Object.fromEntries(
    Object.entries(by).map(([name, { description }]) => [name, { type: GraphQLID, description }]),
  );
}

export function filterArgument(entity: Entity, filters: Filters) {
  return { type: filters.filterOf(entity), description: 'Only objects that meet it.' };
}

const AFTER = {
  type: GraphQLID,
  description:
    'Only objects behind the one with this id, in the order of the list: the way to page that costs the same however far.',
};

/** How a list differs from the entity's own. */
interface ListOptions {
  readonly usualLimit?: number;
  readonly order?: unknown;
}

/** What every list takes. */
export function listArguments(
  entity: Entity,
  filters: Filters,
  { usualLimit = DEFAULT_LIMIT, order = entity.order }: ListOptions = {},
): GraphQLFieldConfigArgumentMap {
  return {
    ...(order ? {} : { after: AFTER }),
    filter: filterArgument(entity, filters),
    limit: {
      type: GraphQLInt,
      defaultValue: usualLimit,
      description: `How many objects at most; more than ${MAX_LIMIT} is capped with a warning.`,
    },
    offset: { type: GraphQLInt, defaultValue: 0, description: 'How many objects to skip.' },
  };
}

import { type GraphQLFieldConfigArgumentMap, GraphQLID, GraphQLInt } from 'graphql';
import type { Entity } from './description.ts';
import type { entityFilter } from './filter-types.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from './limits.ts';
import type { orderByType } from './sorting.ts';

/** An entity's filter and orders, created once. */
interface Filters {
  readonly filterOf: (entity: Entity) => ReturnType<typeof entityFilter>;
  readonly orderByOf: (entity: Entity) => ReturnType<typeof orderByType>;
}

/** The list's ID arguments. */
export function idArguments({ by }: Entity): GraphQLFieldConfigArgumentMap {
  return Object.fromEntries(
    Object.entries(by).map(([name, { description }]) => [name, { type: GraphQLID, description }]),
  );
}

/** Limit argument of a count. */
export const COUNT_LIMIT = {
  type: GraphQLInt,
  description: 'Maximum to count up to, which limits the cost. By default all are counted.',
};

export function filterArgument(entity: Entity, filters: Pick<Filters, 'filterOf'>) {
  return { type: filters.filterOf(entity), description: 'Limits the list to matching objects.' };
}

const AFTER = {
  type: GraphQLID,
  description:
    'Only objects after the one with this ID, in the list’s order: paging this way costs the same at any depth.',
};

/** How a list differs from the entity's default. */
interface ListOptions {
  readonly usualLimit?: number;
  readonly order?: unknown;
}

/** Arguments of every list. */
export function listArguments(
  entity: Entity,
  filters: Filters,
  { usualLimit = DEFAULT_LIMIT, order = entity.order }: ListOptions = {},
): GraphQLFieldConfigArgumentMap {
  return {
    ...(order
      ? {}
      : {
          after: AFTER,
          orderBy: { type: filters.orderByOf(entity), description: 'Newest first by default.' },
        }),
    filter: filterArgument(entity, filters),
    limit: {
      type: GraphQLInt,
      defaultValue: usualLimit,
      description: `Maximum number of objects; more than ${MAX_LIMIT} is capped with a warning.`,
    },
    offset: { type: GraphQLInt, defaultValue: 0, description: 'Number of objects to skip.' },
  };
}

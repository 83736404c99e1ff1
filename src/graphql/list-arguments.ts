import { type GraphQLFieldConfigArgumentMap, GraphQLID, GraphQLInt } from 'graphql';
import type { Entity } from './description.ts';
import type { entityFilter } from './filter-types.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from './limits.ts';
import type { orderByType } from './sorting.ts';

/** Gives the filter of an entity and its orders, made once. */
interface Filters {
  readonly filterOf: (entity: Entity) => ReturnType<typeof entityFilter>;
  readonly orderByOf: (entity: Entity) => ReturnType<typeof orderByType>;
}

/** The list's arguments that are ids. */
export function idArguments({ by }: Entity): GraphQLFieldConfigArgumentMap {
  return Object.fromEntries(
    Object.entries(by).map(([name, { description }]) => [name, { type: GraphQLID, description }]),
  );
}

/** Of a count. */
export const COUNT_LIMIT = {
  type: GraphQLInt,
  description:
    'Where to stop counting: the answer is at most this many, and costs no more. Absent: all are counted.',
};

export function filterArgument(entity: Entity, filters: Pick<Filters, 'filterOf'>) {
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
    ...(order
      ? {}
      : {
          after: AFTER,
          orderBy: { type: filters.orderByOf(entity), description: 'Newest first without it.' },
        }),
    filter: filterArgument(entity, filters),
    limit: {
      type: GraphQLInt,
      defaultValue: usualLimit,
      description: `How many objects at most; more than ${MAX_LIMIT} is capped with a warning.`,
    },
    offset: { type: GraphQLInt, defaultValue: 0, description: 'How many objects to skip.' },
  };
}

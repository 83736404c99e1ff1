import { type FieldNode, GraphQLError } from 'graphql';
import { empty, type Sql, sql } from '../database/database.ts';
import type { Compilation } from './compilation.ts';
import type { Given } from './description.ts';
import { MAX_LIMIT } from './limits.ts';

const OF_LIST = `Use limit: ${MAX_LIMIT} and page with offset; the *Count field has the total.`;
/** For the entries of a figure, which has no pages. */
export const OF_FIGURE = `Use limit: ${MAX_LIMIT}; further entries are not available.`;

/**
 * Maximum number of objects of the list, or entries of the figure; a higher limit is capped with a
 * warning that has the hint.
 */
export function limitOf(
  given: Given,
  node: FieldNode,
  compilation: Compilation,
  aiHint = OF_LIST,
): number {
  const asked = given.values.limit as number;
  const key = node.alias?.value ?? node.name.value;
  if (asked < 0) throw new GraphQLError(`${key}: limit must not be negative`);
  if (asked <= MAX_LIMIT) return asked;
  compilation.warn({
    message: `${key}: limit is at most ${MAX_LIMIT}, so ${MAX_LIMIT} was used`,
    layer: 'graphql',
    aiHint,
  });
  return MAX_LIMIT;
}

/** SQL for the offset, if any. */
export function offsetSql(given: Given): Sql {
  const { offset } = given.values;
  if (offset === undefined || offset === null) return empty;
  if ((offset as number) < 0) throw new GraphQLError('offset must not be negative');
  return sql` offset ${given.bind((values) => values.offset)}::bigint`;
}

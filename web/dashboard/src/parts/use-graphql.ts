import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Environment, query } from '../api/client.ts';
import { usePlace } from '../app/place.ts';
import { queryClient } from '../app/query-client.ts';
import type { Reading } from './reading.ts';

interface Options {
  readonly enabled?: boolean;
  /** Milliseconds between polls, for data that changes while it is shown. */
  readonly refetchInterval?: number;
}

/** Reads in the page's environment; `$storeId` of the page's store is always given. */
export function useGraphql<Data>(
  text: string,
  variables: Readonly<Record<string, unknown>> = {},
  options: Options = {},
): UseQueryResult<Data> {
  return useReading({ text, variables }, options);
}

/** The same for a reading that is also asked for ahead: both have to be one. */
export function useReading<Data>(reading: Reading, options: Options = {}): UseQueryResult<Data> {
  const { environment, store } = usePlace();
  const asked = readingQuery<Data>(reading, environment, store.id);
  return useQuery({
    ...asked,
    placeholderData: (shown, query) =>
      query && isOfSame(query.queryKey, asked.queryKey) ? shown : undefined,
    ...options,
  });
}

/** Asks for what a page will show. What is refused is asked for again by the page, which tells. */
export function readAhead(reading: Reading, environment: Environment, storeId: string): void {
  queryClient.prefetchQuery({
    ...readingQuery(reading, environment, storeId),
    meta: { isAhead: true },
  });
}

type Variables = Readonly<Record<string, unknown>>;
type ReadingKey = readonly ['graphql', Environment, string, string, Variables];

/** Variables that choose what is shown; the others choose a part of it: page, filter, days. */
const SUBJECTS = ['id', 'email', 'currency', 'now'];

/**
 * Whether what is shown may stay while the next reading loads: another page of the same list may,
 * another environment, store or object may not.
 */
function isOfSame(shown: ReadingKey, asked: ReadingKey): boolean {
  const [, environment, storeId, text, variables] = asked;
  return (
    shown[1] === environment &&
    shown[2] === storeId &&
    shown[3] === text &&
    SUBJECTS.every((name) => shown[4][name] === variables[name])
  );
}

function readingQuery<Data>(
  { text, variables = {} }: Reading,
  environment: Environment,
  storeId: string,
) {
  const queryKey: ReadingKey = ['graphql', environment, storeId, text, variables];
  return {
    queryKey,
    queryFn: () => query<Data>(text, withStore(text, variables, storeId), environment),
  };
}

/** GraphQL refuses no variable too many, but a query that has no use for it reads better without. */
function withStore(text: string, variables: Readonly<Record<string, unknown>>, storeId: string) {
  return text.includes('$storeId') ? { storeId, ...variables } : variables;
}

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Environment, query } from '../api/client.ts';
import { usePlace } from '../app/place.ts';
import { queryClient } from '../app/query-client.ts';
import { sessionQuery } from '../app/session.ts';
import type { Reading } from './reading.ts';

interface Options {
  readonly enabled?: boolean;
  /** Milliseconds between polls, for data that changes while it is shown. */
  readonly refetchInterval?: number;
}

/** Queries the page's environment; a `$storeId` in the query is set to the page's store. */
export function useGraphql<Data>(
  text: string,
  variables: Readonly<Record<string, unknown>> = {},
  options: Options = {},
): UseQueryResult<Data> {
  return useReading({ text, variables }, options);
}

/** The same for a query that is also prefetched: both must share one `Reading`. */
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

/** Prefetches what a page will show. If that fails, the page retries and shows the error. */
export function readAhead(reading: Reading, environment: Environment, storeId: string): void {
  queryClient.prefetchQuery({
    ...readingQuery(reading, environment, storeId),
    meta: { isAhead: true },
  });
}

type Variables = Readonly<Record<string, unknown>>;
type ReadingKey = readonly ['graphql', Environment, string, string, Variables];

/** Variables that select the subject; the others select a part of it, such as page or filter. */
const SUBJECTS = ['id', 'email', 'currency', 'now'];

/**
 * Whether the current data may stay visible while the next loads: yes for another page of the same
 * list, no for another environment, store or object.
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
    queryFn: () => queryStore<Data>(text, withStore(text, variables, storeId), environment),
  };
}

/** Throws if the store is gone. The session, read again, then lacks it, and the shell leads away. */
async function queryStore<Data>(...request: Parameters<typeof query>): Promise<Data> {
  const data = await query<Data & { readonly store?: unknown }>(...request);
  if (data.store !== null) return data;
  queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  throw new Error('You no longer have access to this store.');
}

/** Adds `storeId` only if the query uses it, although GraphQL accepts unused variables. */
function withStore(text: string, variables: Readonly<Record<string, unknown>>, storeId: string) {
  return text.includes('$storeId') ? { storeId, ...variables } : variables;
}

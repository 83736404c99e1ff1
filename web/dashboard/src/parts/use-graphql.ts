import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { query } from '../api/client.ts';
import { usePlace } from '../app/place.ts';

interface Options {
  readonly enabled?: boolean;
  /** Milliseconds between two looks, for what changes while one watches. */
  readonly refetchInterval?: number;
}

/** Reads in the page's environment; `$storeId` of the page's store is always given. */
export function useGraphql<Data>(
  text: string,
  variables: Readonly<Record<string, unknown>> = {},
  options: Options = {},
): UseQueryResult<Data> {
  const { environment, store } = usePlace();
  return useQuery({
    queryKey: ['graphql', environment, store.id, text, variables],
    queryFn: () => query<Data>(text, withStore(text, variables, store.id), environment),
    placeholderData: keepPreviousData,
    ...options,
  });
}

/** GraphQL refuses no variable too many, but a query that has no use for it reads better without. */
function withStore(text: string, variables: Readonly<Record<string, unknown>>, storeId: string) {
  return text.includes('$storeId') ? { storeId, ...variables } : variables;
}

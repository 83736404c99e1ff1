import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ActionPath, callAction, type Input, type Output } from '../api/client.ts';

/** Queries an action that only reads; it's refetched after every change made on the page. */
export function useActionQuery<Path extends ActionPath>(
  path: Path,
  input: Input<Path>,
  options: { readonly enabled?: boolean } = {},
): UseQueryResult<Output<Path>> {
  return useQuery({
    queryKey: ['action', path, input],
    queryFn: () => callAction(path, input),
    ...options,
  });
}

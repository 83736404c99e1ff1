import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { callAction, type Output } from '../api/client.ts';

export type Session = Output<'merchant/get-session'>;
export type SessionStore = Session['stores'][number];

/** The logged-in account; 401 if there is none. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => callAction('merchant/get-session', {}),
  staleTime: 60_000,
  retry: false,
});

/** The merchant who is logged in, on a page that doesn't require it; `isPending` until that is known. */
export function useSessionIfAny(): {
  readonly session: Session | null;
  readonly isPending: boolean;
} {
  const { data, isPending } = useQuery(sessionQuery);
  return { session: data ?? null, isPending };
}

/** The logged-in merchant and their stores, on any page that requires login. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

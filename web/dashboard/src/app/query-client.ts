import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isLoggedOut } from '../api/errors.ts';

/** Milliseconds for which cached data is considered fresh. */
const FRESH_MS = 10_000;
const RETRIES = 2;
/** Offline, a call fails instead of waiting unseen and being made later. */
const networkMode = 'always';

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // The session ended while the page was open: go to the login, which returns here afterwards.
    // A page that is shown already stays, with what has been typed in it; it shows the error.
    onError: (error, { queryKey, meta, state }) => {
      const isShown = state.data !== undefined;
      if (isLoggedOut(error) && !isShown && queryKey[0] !== 'session' && !meta?.isAhead) {
        queryClient.removeQueries({ queryKey: ['session'] });
        const here = location.pathname.replace(/^\/dashboard/, '') + location.search;
        location.assign(`/dashboard/log-in?next=${encodeURIComponent(here)}`);
      }
    },
  }),
  defaultOptions: {
    mutations: { networkMode },
    queries: {
      networkMode,
      refetchOnReconnect: true,
      staleTime: FRESH_MS,
      retry: (count, error) => count < RETRIES && isPassing(error),
    },
  },
});

/** Too many requests or a server error, which are worth retrying. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 429 || error.status >= 500);
}

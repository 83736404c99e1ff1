import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listenToStore } from '../../api/live.ts';
import { usePlace } from '../../app/place.ts';

export type Liveness = 'live' | 'waiting';

/** Minimum milliseconds between refetches while sales arrive. */
const PAUSE_MS = 3_000;

/** Refetches the page's figures when something happens in the store, while the page is visible. */
export function useLive(): Liveness {
  const { store, environment } = usePlace();
  const client = useQueryClient();
  const [liveness, setLiveness] = useState<Liveness>('waiting');
  useEffect(() => {
    const queryKey = ['graphql', environment, store.id];
    let stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastMs = 0;
    const read = () => {
      timer = undefined;
      lastMs = Date.now();
      client.invalidateQueries({ queryKey });
    };
    // Unknown if a query has failed, or if the computer's clock was set back.
    const readMsAgo = () => {
      const shown = client.getQueryCache().findAll({ queryKey, type: 'active' });
      const now = Date.now();
      const times = shown.map(({ state }) => state.dataUpdatedAt).filter((at) => at > 0);
      const isUnknown = shown.some(({ state }) => state.status === 'error');
      return isUnknown || times.some((at) => at > now) ? null : now - Math.min(now, ...times);
    };
    const onChange = () => {
      timer ??= setTimeout(read, Math.max(0, lastMs + PAUSE_MS - Date.now()));
    };
    const onOpen = (isOpen: boolean) => setLiveness(isOpen ? 'live' : 'waiting');
    // A hidden page keeps no connection open.
    const follow = () => {
      stop.abort();
      if (document.hidden) return;
      stop = new AbortController();
      void listenToStore(store.id, environment, { readMsAgo, onChange, onOpen }, stop.signal);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, environment, store.id]);
  return liveness;
}

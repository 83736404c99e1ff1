import type { Database } from '../../database/database.ts';
import { DELIVERY_JOB } from '../../events/record-event.ts';
import type { Id } from '../../kit/id.ts';
import { listLatestEventOf, listLatestEvents, type WatchedStore } from './live.queries.ts';

/** Streams of one process, and of one account in it. */
export const MAX_STREAMS = 500;
export const MAX_STREAMS_OF_ACCOUNT = 10;
/** Milliseconds between two looks at the database, whatever happens. */
const PAUSE_MS = 500;
/** Milliseconds after which it polls: a wake-up may be lost. */
const LOOK_MS = 10_000;
/** In place of the latest event of a store that has none. */
const NONE = '';

/** Someone to notify when something happened in a store. */
export interface Watcher extends WatchedStore {
  readonly merchantId: Id<'MER'>;
  readonly tell: () => void;
  readonly end: () => void;
}

export interface LiveChanges {
  /** Null: there are too many already, or the process is about to end. */
  watch(watcher: Watcher): (() => void) | null;
  /** Ends all streams, so that the process can go. */
  close(): void;
}

/**
 * Tells watchers that something happened in their store, and nothing else: what it was they read as
 * anyone does. One statement looks for all watchers of the process, twice a second at most; on a
 * cluster, one for each store.
 */
export function createLiveChanges(
  database: Pick<Database, 'query' | 'onWake'>,
  isSpread: boolean,
  onError: (error: unknown) => void,
): LiveChanges {
  const watchers = new Set<Watcher>();
  const known = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let stopListening: (() => void) | undefined;
  let isLooking = false;
  let wasWoken = false;
  let isClosed = false;

  const listLatest = async (watched: readonly WatchedStore[]) => {
    if (!isSpread) return listLatestEvents(database, watched);
    return (await Promise.all(watched.map((one) => listLatestEventOf(database, one)))).flat();
  };
  const look = async () => {
    isLooking = true;
    wasWoken = false;
    try {
      const stores = new Map([...watchers].map((watcher) => [keyOf(watcher), watcher]));
      const watched = [...stores.values()].map(({ storeId, environment }) => ({
        storeId,
        environment,
      }));
      for (const { eventId, ...store } of await listLatest(watched)) {
        const key = keyOf(store);
        if (known.get(key) === eventId) continue;
        known.set(key, eventId);
        for (const watcher of watchers) if (keyOf(watcher) === key) watcher.tell();
      }
      for (const key of stores.keys()) if (!known.has(key)) known.set(key, NONE);
    } catch (error) {
      onError(error);
    }
    isLooking = false;
    later(wasWoken ? PAUSE_MS : LOOK_MS);
  };
  const later = (ms: number) => {
    clearTimeout(timer);
    if (watchers.size > 0) timer = setTimeout(look, ms).unref();
  };
  const wake = (job: string) => {
    if (job !== DELIVERY_JOB || wasWoken) return;
    wasWoken = true;
    if (!isLooking) later(PAUSE_MS);
  };
  const leave = (watcher: Watcher) => {
    if (!watchers.delete(watcher)) return;
    const key = keyOf(watcher);
    if (![...watchers].some((other) => keyOf(other) === key)) known.delete(key);
    if (watchers.size > 0) return;
    clearTimeout(timer);
    wasWoken = false;
    stopListening?.();
    stopListening = undefined;
  };
  return {
    watch: (watcher) => {
      if (isClosed) return null;
      const own = [...watchers].filter(({ merchantId }) => merchantId === watcher.merchantId);
      if (watchers.size >= MAX_STREAMS || own.length >= MAX_STREAMS_OF_ACCOUNT) return null;
      watchers.add(watcher);
      stopListening ??= database.onWake(wake);
      // What happened since the watcher last read is reported immediately, or by the first look.
      if (known.has(keyOf(watcher))) watcher.tell();
      else if (isLooking) wasWoken = true;
      else void look();
      return () => leave(watcher);
    },
    close: () => {
      isClosed = true;
      for (const watcher of [...watchers]) watcher.end();
    },
  };
}

const keyOf = ({ storeId, environment }: WatchedStore) => `${environment} ${storeId}`;

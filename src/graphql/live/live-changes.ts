import type { Database } from '../../database/database.ts';
import { COMMIT_MS, DELIVERY_JOB } from '../../events/record-event.ts';
import type { Id } from '../../kit/id.ts';
import { addMs } from '../../kit/time.ts';
import {
  type CountedStore,
  listLatestEventOf,
  listLatestEvents,
  type WatchedStore,
} from './live.queries.ts';

/** Streams of one process, and of one network and one account in it. */
const MAX_STREAMS = 500;
export const MAX_STREAMS_OF_NETWORK = 100;
export const MAX_STREAMS_OF_ACCOUNT = 10;
/** Minimum milliseconds between queries of the database. */
const PAUSE_MS = 500;
/** Polling interval in milliseconds, in case a wake-up is lost. */
const LOOK_MS = 10_000;

/** What is known of a store: its latest event, and how many there were from a time on. */
interface Known {
  readonly eventId: string;
  readonly createdAt: Date;
  readonly since: Date;
  readonly count: number;
}

/** A client to notify when something happens in a store. */
export interface Watcher extends WatchedStore {
  readonly merchantId: Id<'MER'>;
  readonly network: string;
  /** When it read the store's details; null to be notified of any event. */
  readonly readAt: Date | null;
  readonly tell: () => void;
  readonly end: () => void;
}

export interface LiveChanges {
  /** Returns null if there are too many, or the process is about to end. */
  watch(watcher: Watcher): (() => void) | null;
  /** Ends all streams, so that the process can exit. */
  close(): void;
  /** Number of stores whose latest event is known. */
  readonly stores: number;
}

/**
 * Notifies watchers only that something happened in their store; they read the details like any
 * client. One statement checks for all watchers of the process, at most twice a second; on a
 * cluster, one per store.
 */
export function createLiveChanges(
  database: Pick<Database, 'query' | 'onWake'>,
  isSpread: boolean,
  now: () => Date,
  onError: (error: unknown) => void,
): LiveChanges {
  const watchers = new Set<Watcher>();
  const known = new Map<string, Known>();
  let timer: NodeJS.Timeout | undefined;
  let stopListening: (() => void) | undefined;
  let isLooking = false;
  let wasWoken = false;
  let isClosed = false;

  const listLatest = async (watched: readonly CountedStore[], from: Date) => {
    if (!isSpread) return listLatestEvents(database, watched, from);
    return (await Promise.all(watched.map((one) => listLatestEventOf(database, one, from)))).flat();
  };
  const look = async () => {
    isLooking = true;
    wasWoken = false;
    try {
      const stores = new Map([...watchers].map((watcher) => [keyOf(watcher), watcher]));
      // Events from this time on may still be committed.
      const from = addMs(now(), -COMMIT_MS);
      const watched = [...stores].map(([key, { storeId, environment }]) => ({
        ...{ storeId, environment, since: known.get(key)?.since ?? from },
      }));
      const latest = await listLatest(watched, from);
      // Some may have left meanwhile.
      const still = new Set([...watchers].map(keyOf));
      for (const event of latest) {
        const key = keyOf(event);
        if (!still.has(key)) continue;
        const before = known.get(key);
        const { eventId, createdAt, countFrom: count } = event;
        known.set(key, { eventId, createdAt, since: from, count });
        if (before?.eventId === eventId && before.count === event.countSince) continue;
        for (const watcher of watchers) {
          if (keyOf(watcher) === key && (before || isNewTo(watcher, event))) watcher.tell();
        }
      }
      const none = { eventId: '', createdAt: new Date(0), since: from, count: 0 };
      for (const key of stores.keys()) if (still.has(key) && !known.has(key)) known.set(key, none);
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
  const isOneTooMany = ({ merchantId, network }: Watcher) => {
    const all = [...watchers];
    const ofAccount = all.filter((other) => other.merchantId === merchantId).length;
    const ofNetwork = all.filter((other) => other.network === network).length;
    return (
      all.length >= MAX_STREAMS ||
      ofAccount >= MAX_STREAMS_OF_ACCOUNT ||
      ofNetwork >= MAX_STREAMS_OF_NETWORK
    );
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
      if (isOneTooMany(watcher)) return null;
      watchers.add(watcher);
      stopListening ??= database.onWake(wake);
      // Changes since the watcher's last read are reported immediately, or by the first check.
      const latest = known.get(keyOf(watcher));
      if (latest) {
        if (isNewTo(watcher, latest)) watcher.tell();
      } else if (isLooking) wasWoken = true;
      else void look();
      return () => leave(watcher);
    },
    get stores() {
      return known.size;
    },
    close: () => {
      isClosed = true;
      for (const watcher of [...watchers]) watcher.end();
    },
  };
}

/** Whether the watcher may not have read it. */
const isNewTo = ({ readAt }: Watcher, { createdAt }: Pick<Known, 'createdAt'>) =>
  readAt === null || createdAt >= readAt;
const keyOf = ({ storeId, environment }: WatchedStore) => `${environment} ${storeId}`;

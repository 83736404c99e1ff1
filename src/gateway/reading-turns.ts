import type { Config } from '../config.ts';
import type { CallerOf } from '../contract/caller.ts';
import type { Database } from '../database/database.ts';
import { createBoundedQueue } from '../kit/bounded-queue.ts';
import { networkOf } from './rate-limit.ts';

/**
 * Schedules GraphQL queries and actions that read much, so that reading leaves room for everything
 * else (docs/contract/graphql.md#limits).
 */
export interface ReadingTurns {
  /** Runs a query's statement. Throws `BusyError` if its turn is too far away. */
  run<T>(reader: Reader, isLarge: boolean, statement: () => Promise<T>): Promise<T>;
}

/** Who reads, and from where. */
export interface Reader {
  readonly caller: CallerOf<'apiKey' | 'dashboard' | 'slug' | 'token'>;
  readonly address: string;
}

/**
 * Maximum concurrent large queries of one credential or visitor's network, and of one store's
 * visitors or buyers.
 */
export const MAX_LARGE = 2;
/**
 * Maximum wait of a large query in milliseconds, for all its turns together, and maximum number of
 * waiting ones per caller.
 */
const LARGE_WAIT_MS = 3_000;
const MAX_LARGE_WAITING = 20;
/** Maximum queries of all callers that wait for a connection. */
const MAX_WAITING = 1_000;
const RETRY_AFTER_S = 1;

export interface ReadingTurnsOptions {
  /** Connections that queries may use concurrently. */
  readonly connections: number;
  /** Maximum wait for a connection, in milliseconds. */
  readonly maxWaitMs: number;
}

/** Reading uses half of the connections, so that writes always get one. */
export function readingTurnsOf(config: Config, { engine }: Database): ReadingTurns {
  const connections = engine === 'embedded' ? 1 : Math.ceil(config.DATABASE_POOL_SIZE / 2);
  return createReadingTurns({ connections, maxWaitMs: config.DATABASE_TIMEOUT_MS });
}

export function createReadingTurns({ connections, maxWaitMs }: ReadingTurnsOptions): ReadingTurns {
  const every = { maxWaitMs, waiting: MAX_WAITING, retryAfterS: RETRY_AFTER_S };
  // No caller takes the last connection from the others.
  const ofOne = Math.max(1, connections - 1);
  const all = createBoundedQueue({ ...every, running: connections, ofOne });
  // Small queries always have connections that large ones can't take.
  const half = Math.max(1, Math.floor(connections / 2));
  const allLarge = createBoundedQueue({ ...every, running: half });
  const ofCallers = createQueues();
  return {
    run: (reader, isLarge, statement) => {
      const { own, shared, who } = namesOf(reader);
      if (!isLarge) return all(statement, who);
      const until = performance.now() + LARGE_WAIT_MS;
      const inTurn = () => all(statement, who, until);
      const amongLarge = () => allLarge(inTurn, who, until);
      const ofShared = () => ofCallers(shared, amongLarge, own, until);
      return ofCallers(own, ofShared, own, until);
    },
  };
}

/**
 * The queues in which a reader's large queries wait, and who takes turns with all other readers: a
 * merchant, or the network of buyers and visitors.
 */
function namesOf({ caller, address }: Reader) {
  switch (caller.kind) {
    case 'apiKey': {
      const who = `merchant ${caller.merchantId}`;
      return { own: `key ${caller.keyId}`, shared: who, who };
    }
    case 'dashboard': {
      const { sessionId, merchantId } = caller;
      const shared = `dashboard ${merchantId}`;
      return { own: `session ${sessionId}`, shared, who: `merchant ${merchantId}` };
    }
    case 'token': {
      const shared = `buyers ${caller.storeId}`;
      const own = `buyer ${caller.storeId} ${caller.buyerIdentity}`;
      return { own, shared, who: `network ${networkOf(address)}` };
    }
    case 'slug': {
      const who = `network ${networkOf(address)}`;
      return { own: who, shared: `visitors ${caller.storeId}`, who };
    }
  }
}

/** One queue per name while it is in use. */
function createQueues() {
  const create = () => {
    const limits = { waiting: MAX_LARGE_WAITING, retryAfterS: RETRY_AFTER_S };
    return { run: createBoundedQueue({ ...limits, running: MAX_LARGE }), users: 0 };
  };
  const queues = new Map<string, ReturnType<typeof create>>();
  return async <T>(
    name: string,
    work: () => Promise<T>,
    who: string,
    until: number,
  ): Promise<T> => {
    const queue = queues.get(name) ?? create();
    queues.set(name, queue);
    queue.users += 1;
    try {
      return await queue.run(work, who, until);
    } finally {
      queue.users -= 1;
      if (queue.users === 0) queues.delete(name);
    }
  };
}

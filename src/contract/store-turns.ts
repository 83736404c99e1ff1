import type { JobContext } from './job.ts';

/** Minimum turns of a round with few due stores; then stores are queried again. */
const MIN_TURNS = 20;

/** Works on or claims up to `most` due rows of one store; returns them or their number. */
type InStore<Store, Result> = (store: Store, most: number) => Promise<Result>;

/** Finds stores with due work, from an index and without locks. */
type FindStores<Store> = () => Promise<readonly Store[]>;

/** Stores that may have due work, each once. */
export interface StoreLine<Store, Row> {
  add(...stores: readonly Store[]): void;
  /**
   * Claims up to `most` rows store by store. A store yields at most a quantum per turn and goes to
   * the end of the line if it may have more; a single store yields everything requested.
   */
  claim(most: number): Promise<Row[]>;
  /** Number of turns so far. */
  readonly turns: number;
}

/** A line in which a large store delays the others by at most its quantum. */
export function createStoreLine<Store, Row>(
  quantum: number,
  claimIn: InStore<Store, readonly Row[]>,
): StoreLine<Store, Row> {
  const waiting = new Set<Store>();
  let turns = 0;
  return {
    add: (...stores) => {
      for (const store of stores) waiting.add(store);
    },
    claim: async (most) => {
      const rows: Row[] = [];
      while (rows.length < most) {
        const next = waiting.values().next();
        if (next.done) break;
        waiting.delete(next.value);
        const left = most - rows.length;
        const asked = waiting.size === 0 ? left : Math.min(quantum, left);
        const claimed = await claimIn(next.value, asked);
        turns += 1;
        rows.push(...claimed);
        if (claimed.length >= asked) waiting.add(next.value);
      }
      return rows;
    },
    get turns() {
      return turns;
    },
  };
}

/** A queue whose rows belong to stores. */
export interface StoreQueue<Store, Row> {
  readonly find: FindStores<Store>;
  readonly claim: InStore<Store, readonly Row[]>;
  /** Works on claimed rows; failures are left to a later claim. */
  readonly work: (rows: readonly Row[]) => Promise<unknown>;
  /** Rows worked on concurrently, of one or several stores. */
  readonly batch: number;
}

/**
 * One round of a job: finds the stores with due work, then claims and works batch by batch, with
 * stores in turn, until each has had one. Returns the number of rows. Throws the first failure at
 * the end of the round, so that no store's failure blocks another's work.
 */
export async function workInTurns<Store, Row>(
  { signal }: Pick<JobContext, 'signal'>,
  { find, claim, work, batch }: StoreQueue<Store, Row>,
): Promise<number> {
  const stores = await find();
  const failures: unknown[] = [];
  const line = createStoreLine(batch, (store: Store, most) =>
    claim(store, most).catch((error: unknown) => {
      failures.push(error);
      return [];
    }),
  );
  line.add(...stores);
  const enough = Math.max(stores.length, MIN_TURNS);
  let total = 0;
  while (line.turns < enough && !signal.aborted) {
    const rows = await line.claim(batch);
    if (rows.length === 0) break;
    total += rows.length;
    await work(rows).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
  return total;
}

/**
 * Like `workInTurns`, for claiming and working in one statement or transaction that returns the
 * number of rows. A store that fails gets no further turn in the round.
 */
export async function countInTurns<Store>(
  { signal }: Pick<JobContext, 'signal'>,
  find: FindStores<Store>,
  workIn: InStore<Store, number>,
  batch: number,
): Promise<number> {
  const line = new Set(await find());
  let turnsLeft = Math.max(line.size, MIN_TURNS);
  const failures: unknown[] = [];
  let total = 0;
  // A store added again gets another turn, at the end of the line.
  for (const store of line) {
    if (turnsLeft === 0 || signal.aborted) break;
    turnsLeft -= 1;
    const count = await workIn(store, batch).catch((error: unknown) => {
      failures.push(error);
      return 0;
    });
    total += count;
    if (count < batch) continue;
    line.delete(store);
    line.add(store);
  }
  if (failures.length > 0) throw failures[0];
  return total;
}

/** Works on all rows concurrently; throws the first failure when all have ended. */
export async function workAtOnce<Row>(
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
): Promise<void> {
  const results = await Promise.allSettled(rows.map(work));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

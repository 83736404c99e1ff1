import type { Limit } from './limit.ts';

/**
 * Milliseconds for which spending is collected before it is sent, so many requests share one call.
 */
const GATHER_MS = 10;

/** Tokens taken from one bucket, as of the time. */
export interface Spending {
  readonly digest: string;
  readonly limit: Limit;
  readonly count: number;
  readonly atMs: number;
}

/** Stores the buckets of all processes. */
export interface BucketStore {
  /** Takes the tokens; returns each bucket's new level, which can be negative. */
  spend(spendings: readonly Spending[]): Promise<readonly number[]>;
  close(): Promise<void>;
}

export interface SharedBuckets {
  /** Reports tokens taken here. Never waits, never throws. */
  spend(digest: string, limit: Limit, now: Date, tokens: number): void;
  /** Sends collected spending immediately; resolves when all of it has been answered. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface SharedBucketsOptions {
  readonly store: BucketStore;
  /** Called with the bucket's level across all processes, as of the time. */
  readonly onLevel: (digest: string, limit: Limit, tokens: number, atMs: number) => void;
  /** Called once when the store becomes unavailable and once when it is back. */
  readonly onChange: (isThere: boolean, error?: unknown) => void;
}

/** Shares spending through the store; while it is unavailable, every process counts for itself. */
export function createSharedBuckets({
  store,
  onLevel,
  onChange,
}: SharedBucketsOptions): SharedBuckets {
  const gathered = new Map<string, Spending>();
  let timer: NodeJS.Timeout | null = null;
  let isThere = true;
  const report = (now: boolean, error?: unknown) => {
    if (isThere !== now) onChange(now, error);
    isThere = now;
  };
  const flush = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const spendings = [...gathered.values()];
    gathered.clear();
    try {
      const levels = await store.spend(spendings);
      for (const [place, { digest, limit, atMs }] of spendings.entries()) {
        const tokens = (levels[place] as number) - (gathered.get(digest)?.count ?? 0);
        onLevel(digest, limit, tokens, atMs);
      }
      report(true);
    } catch (error) {
      report(false, error);
    }
  };
  let flushing = Promise.resolve();
  const settle = () => {
    flushing = Promise.all([flushing, flush()]).then(() => {});
    return flushing;
  };
  return {
    settle,
    spend: (digest, limit, now, tokens) => {
      const count = (gathered.get(digest)?.count ?? 0) + tokens;
      gathered.set(digest, { digest, limit, count, atMs: now.getTime() });
      timer ??= setTimeout(settle, GATHER_MS).unref();
    },
    close: async () => {
      if (timer) clearTimeout(timer);
      await store.close();
    },
  };
}

import type { Limit } from './limit.ts';

/** Milliseconds for which spending is gathered before it is told: one call for many requests. */
const GATHER_MS = 10;

/** Tokens that were taken from one bucket, as of the time. */
export interface Spending {
  readonly digest: string;
  readonly limit: Limit;
  readonly count: number;
  readonly atMs: number;
}

/** Where the buckets of all processes are. */
export interface BucketStore {
  /** Takes the tokens; gives what each bucket holds then, which can be less than nothing. */
  spend(spendings: readonly Spending[]): Promise<readonly number[]>;
  close(): Promise<void>;
}

export interface SharedBuckets {
  /** Tells the others of tokens that were taken here. Never waits, never throws. */
  spend(digest: string, limit: Limit, now: Date, tokens: number): void;
  /** Tells at once what is gathered; resolves when all of it has been answered. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface SharedBucketsOptions {
  readonly store: BucketStore;
  /** Told what the bucket holds for all together, as of the time. */
  readonly onLevel: (digest: string, limit: Limit, tokens: number, atMs: number) => void;
  /** Told once when the store is lost and once when it is back. */
  readonly onChange: (isThere: boolean, error?: unknown) => void;
}

/** Shares what is spent through the store; while that is away every process counts for itself. */
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

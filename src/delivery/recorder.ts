import { groupBy } from '../kit/group-by.ts';
import type { Id } from '../kit/id.ts';

/** Milliseconds an ended attempt waits for running ones, to be recorded together with them. */
const GATHER_MS = 40;
/** Attempts recorded in one statement. */
const MAX_BATCH = 64;

export interface Recorder<Attempt> {
  /** Resolves to the attempt once it has ended and is recorded or its lease has expired. */
  record(attempting: Promise<Attempt>): Promise<Attempt>;
}

/** Null: an attempt about an account, which belongs to no store. */
type StoreId = Id<'STO'> | null;

/** Records attempts of one store in one statement; gives those that it recorded. */
export type WriteAttempts<Attempt extends { readonly storeId: StoreId }> = (
  storeId: Attempt['storeId'],
  attempts: readonly Attempt[],
) => Promise<readonly Attempt[]>;

interface Waiting<Attempt> {
  readonly attempt: Attempt;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Records a store's attempts that end at about the same time in one statement, because statements
 * are what costs. Without running attempts, none waits: the webhook's next delivery waits for the
 * record.
 */
export function createRecorder<Attempt extends { readonly storeId: StoreId }>(
  write: WriteAttempts<Attempt>,
): Recorder<Attempt> {
  let waiting: Waiting<Attempt>[] = [];
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;
  const writeAlone = ({ attempt, resolve, reject }: Waiting<Attempt>) =>
    write(attempt.storeId, [attempt]).then(resolve, reject);
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const batches = groupBy(waiting, ({ attempt }) => attempt.storeId);
    for (const [storeId, batch] of batches) void writeBatch(storeId, batch);
    waiting = [];
  };
  const writeBatch = async (
    storeId: Attempt['storeId'],
    batch: readonly Waiting<Attempt>[],
  ): Promise<void> => {
    if (batch.length === 1) return void batch.map(writeAlone);
    // Attempts that a batch skipped, or all if it failed, are written one by one.
    const attempts = batch.map(({ attempt }) => attempt);
    const recorded = new Set(await write(storeId, attempts).catch(() => []));
    for (const one of batch) {
      if (recorded.has(one.attempt)) one.resolve();
      else writeAlone(one);
    }
  };
  return {
    record: async (attempting) => {
      underWay += 1;
      let attempt: Attempt;
      try {
        attempt = await attempting;
      } finally {
        // Not sooner: of several that end in the same turn, the last one writes them all.
        underWay -= 1;
      }
      await new Promise<void>((resolve, reject) => {
        waiting.push({ attempt, resolve, reject });
        if (waiting.length >= MAX_BATCH || underWay === 0) flush();
        else timer ??= setTimeout(flush, GATHER_MS);
      });
      return attempt;
    },
  };
}

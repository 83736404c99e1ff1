import type { Database } from '../database/database.ts';
import {
  type AttemptLimits,
  type AttemptRecord,
  recordAttempts,
  type WebhookWarning,
} from '../events/attempt.queries.ts';
import { groupBy } from '../kit/group-by.ts';

/** Milliseconds that an attempt waits for others under way to end, to be recorded with them. */
const GATHER_MS = 40;
/** Attempts recorded in one statement. */
const MAX_BATCH = 64;

export interface Recorder {
  /** The attempt once it has ended and is recorded, or its hold has lapsed. */
  record(attempting: Promise<AttemptRecord>): Promise<AttemptRecord>;
}

interface Waiting {
  readonly attempt: AttemptRecord;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Records a store's attempts that end at about the same time in one statement: that is what costs.
 * Once no attempt is under way any more, none waits: the webhook's next delivery waits for the record.
 */
export function createRecorder(
  database: Database,
  limitsAt: (time: Date) => AttemptLimits,
  onWarning: (warning: WebhookWarning) => void,
): Recorder {
  let waiting: Waiting[] = [];
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;
  const write = async (batch: readonly Waiting[]): Promise<readonly string[]> => {
    const attempts = batch.map(({ attempt }) => attempt);
    const latest = attempts[attempts.length - 1]?.attemptedAt as Date;
    const { storeId } = attempts[0] as AttemptRecord;
    const limits = limitsAt(latest);
    const { recorded, warnings } = await recordAttempts(database, storeId, attempts, limits);
    for (const warning of warnings) onWarning(warning);
    return recorded;
  };
  const writeAlone = (one: Waiting) => write([one]).then(one.resolve, one.reject);
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const batches = groupBy(waiting, ({ attempt }) => attempt.storeId);
    for (const [, batch] of batches) void writeBatch(batch);
    waiting = [];
  };
  const writeBatch = async (batch: readonly Waiting[]) => {
    if (batch.length === 1) return void batch.map(writeAlone);
    // What a batch had to leave out, or could not write at all, is written one by one.
    const recorded = new Set(await write(batch).catch(() => []));
    for (const one of batch) {
      if (recorded.has(one.attempt.deliveryId)) one.resolve();
      else writeAlone(one);
    }
  };
  return {
    record: async (attempting) => {
      underWay += 1;
      const attempt = await attempting.finally(() => {
        underWay -= 1;
      });
      await new Promise<void>((resolve, reject) => {
        waiting.push({ attempt, resolve, reject });
        if (waiting.length >= MAX_BATCH || underWay === 0) flush();
        else timer ??= setTimeout(flush, GATHER_MS);
      });
      return attempt;
    },
  };
}

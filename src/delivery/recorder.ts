import type { Database } from '../database/database.ts';
import {
  type AttemptLimits,
  type AttemptRecord,
  recordAttempts,
  type WebhookWarning,
} from './attempt.queries.ts';

/** Milliseconds that an attempt waits for others that end, to be recorded with them. */
const GATHER_MS = 8;
/** Attempts recorded in one statement. */
const LARGEST_BATCH = 64;

export interface Recorder {
  /** Resolves once the attempt is recorded, or its hold has lapsed. */
  record(attempt: AttemptRecord): Promise<void>;
}

interface Waiting {
  readonly attempt: AttemptRecord;
  resolve(): void;
  reject(error: unknown): void;
}

/** Records attempts that end within a few milliseconds in one statement: that is what costs. */
export function createRecorder(
  database: Database,
  limitsAt: (time: Date) => AttemptLimits,
  onWarning: (warning: WebhookWarning) => void,
): Recorder {
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  const write = async (batch: readonly Waiting[]): Promise<readonly string[]> => {
    const attempts = batch.map(({ attempt }) => attempt);
    const latest = attempts[attempts.length - 1]?.attemptedAt as Date;
    const { recorded, warnings } = await recordAttempts(database, attempts, limitsAt(latest));
    for (const warning of warnings) onWarning(warning);
    return recorded;
  };
  const writeAlone = (one: Waiting) => write([one]).then(one.resolve, one.reject);
  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length === 1) return void batch.map(writeAlone);
    // What a batch had to leave out, or could not write at all, is written one by one.
    const recorded = new Set(await write(batch).catch(() => []));
    for (const one of batch) {
      if (recorded.has(one.attempt.deliveryId)) one.resolve();
      else writeAlone(one);
    }
  };
  return {
    record: (attempt) =>
      new Promise((resolve, reject) => {
        waiting.push({ attempt, resolve, reject });
        if (waiting.length >= LARGEST_BATCH) flush();
        else timer ??= setTimeout(flush, GATHER_MS);
      }),
  };
}

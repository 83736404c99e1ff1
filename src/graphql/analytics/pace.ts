import { setTimeout as pause } from 'node:timers/promises';

/** Share of the time that may be spent working. */
const SHARE = 0.05;
/** Milliseconds of work that are done without a rest; they are paid for together with the next. */
const UNFELT_MS = 100;

/** Keeps background work to a small share of the time, however much there is. */
export interface Pace {
  /** Rests as long as the milliseconds of work require; ends early when aborted. */
  restAfter(workedMs: number, signal: AbortSignal): Promise<void>;
}

type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export function createPace(sleep: Sleep = sleepUntilAborted): Pace {
  let owedMs = 0;
  return {
    restAfter: async (workedMs, signal) => {
      owedMs += workedMs;
      if (owedMs < UNFELT_MS) return;
      const ms = owedMs / SHARE - owedMs;
      owedMs = 0;
      await sleep(ms, signal);
    },
  };
}

async function sleepUntilAborted(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal, ref: false }).catch(() => {});
}

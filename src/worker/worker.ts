import type { Job, JobContext } from '../contract/job.ts';

export interface Worker {
  /** Starts polling for work, also whenever a job is woken. */
  start(): void;
  /**
   * Runs all jobs until nothing is due; returns the number of rows. For tests and the test clock.
   */
  runOnce(): Promise<number>;
  /** Finishes running batches without starting others. */
  stop(): Promise<void>;
}

export type WorkerContext = Omit<JobContext, 'signal'> & {
  /** Called for each failed job, which runs again at its next turn. */
  readonly onError: (job: string, error: unknown) => void;
};

/** Runs jobs periodically and when they are woken. */
export function createWorker(jobs: readonly Job[], context: WorkerContext): Worker {
  const stopping = new AbortController();
  const runners = jobs.map((job) => createRunner(job, context, stopping.signal));
  let stopListening = () => {};
  return {
    start: () => {
      stopListening = context.database.onWake((name) => {
        runners.find((runner) => runner.name === name)?.wake();
      });
      for (const runner of runners) runner.wake();
    },
    runOnce: async () => {
      let total = 0;
      for (;;) {
        let round = 0;
        for (const runner of runners) round += await runner.run();
        if (round === 0) return total;
        total += round;
      }
    },
    stop: async () => {
      stopListening();
      stopping.abort();
      await Promise.all(runners.map((runner) => runner.idle()));
    },
  };
}

interface Runner {
  readonly name: string;
  run(): Promise<number>;
  wake(): void;
  idle(): Promise<void>;
}

function createRunner(job: Job, context: WorkerContext, signal: AbortSignal): Runner {
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | null = null;
  let wokenMeanwhile = false;
  const { database, now, ports } = context;
  const run = () => job.run({ database, now, ports, signal });

  const work = async () => {
    wokenMeanwhile = false;
    try {
      while (!signal.aborted && (await run()) > 0);
    } catch (error) {
      context.onError(job.name, error);
    }
    working = null;
    if (signal.aborted) return;
    if (wokenMeanwhile) wake();
    else timer = setTimeout(wake, job.everyMs);
  };
  const wake = () => {
    wokenMeanwhile = true;
    if (working !== null || signal.aborted) return;
    clearTimeout(timer);
    working = work();
  };
  return {
    name: job.name,
    run,
    wake,
    idle: async () => {
      clearTimeout(timer);
      await working;
    },
  };
}

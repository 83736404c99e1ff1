/** Runs a few tasks concurrently; others wait for their turn. */
export interface Line {
  /** Runs the task in its turn. Throws the error of `refuse` if the wait would be too long. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Whether nothing runs or waits. */
  readonly isIdle: boolean;
}

export interface LineOptions {
  /** Maximum concurrent tasks. */
  readonly places: number;
  /** Maximum number of waiting tasks, and maximum wait in milliseconds. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  readonly refuse: () => Error;
}

export function createLine({ places, maxWaiting, maxWaitMs, refuse }: LineOptions): Line {
  let running = 0;
  const waiting = new Set<() => void>();
  const enter = async () => {
    if (running < places) {
      running += 1;
      return;
    }
    if (waiting.size >= maxWaiting) throw refuse();
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(call);
        reject(refuse());
      }, maxWaitMs);
      const call = () => {
        clearTimeout(timer);
        waiting.delete(call);
        resolve();
      };
      waiting.add(call);
    });
  };
  /** Gives the place to the longest waiting task. */
  const leave = () => {
    const [next] = waiting;
    if (next) next();
    else running -= 1;
  };
  return {
    run: async (work) => {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
    get isIdle() {
      return running === 0;
    },
  };
}

/** Lets a few pieces of work run at once; the others wait for their turn. */
export interface Line {
  /** Runs the work in its turn. Throws what `refuse` gives when that is too far away. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Nobody runs or waits. */
  readonly isIdle: boolean;
}

export interface LineOptions {
  /** How many run at once. */
  readonly places: number;
  /** How many wait at most, and how long, in milliseconds. */
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
  /** The place goes to who has waited longest. */
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

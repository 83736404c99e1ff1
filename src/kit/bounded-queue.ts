/** Thrown when a queue is full. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
  /** Seconds after which the queue will have moved. */
  readonly retryAfterS: number;
  constructor(retryAfterS: number) {
    super('Too much of this work is waiting already');
    this.retryAfterS = retryAfterS;
  }
}

export interface BoundedQueueOptions {
  /** Maximum concurrent tasks. */
  readonly running: number;
  /** Maximum concurrent tasks of one caller, by default all. */
  readonly ofOne?: number;
  readonly waiting: number;
  /** `retryAfterS` of the error for refused callers. */
  readonly retryAfterS: number;
  /** After this wait a task is refused, too; by default it waits for its turn. */
  readonly maxWaitMs?: number;
}

interface Waiter {
  readonly begin: () => void;
  readonly refuse: (error: BusyError) => void;
}

/**
 * Returns a function that runs a few tasks at a time, in order for each caller, with callers in
 * rotation. When the queue is full, the caller with the most waiting tasks loses its last one to a
 * caller with fewer; otherwise the new task is refused with `BusyError`. Tasks without a caller
 * count as one caller's. A task may set an earlier end of its wait, in `performance.now()`'s
 * milliseconds.
 */
export function createBoundedQueue(options: BoundedQueueOptions) {
  const { running, waiting, retryAfterS, maxWaitMs = Number.POSITIVE_INFINITY } = options;
  const { ofOne = running } = options;
  /** Callers with waiting tasks, next one first. */
  const waitingOf = new Map<string, Waiter[]>();
  let waitingInAll = 0;
  const runningOf = new Map<string, number>();
  let underWay = 0;
  const mayRun = (who: string) => (runningOf.get(who) ?? 0) < ofOne;
  const countRunning = (who: string, change: 1 | -1) => {
    const count = (runningOf.get(who) ?? 0) + change;
    if (count > 0) runningOf.set(who, count);
    else runningOf.delete(who);
  };
  const nextTurn = () => {
    for (const turn of waitingOf) if (mayRun(turn[0])) return turn;
    return null;
  };
  const makeRoom = (who: string) => {
    const own = waitingOf.get(who)?.length ?? 0;
    const most = [...waitingOf.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    // At least two more than the newcomer, so that the place doesn't alternate between them.
    if (most.length < own + 2) throw new BusyError(retryAfterS);
    waitingInAll -= 1;
    most.pop()?.refuse(new BusyError(retryAfterS));
  };
  const giveUp = (who: string, waiter: Waiter) => {
    const others = (waitingOf.get(who) ?? []).filter((other) => other !== waiter);
    if (others.length > 0) waitingOf.set(who, others);
    else waitingOf.delete(who);
    waitingInAll -= 1;
    waiter.refuse(new BusyError(retryAfterS));
  };
  const take = async (who: string, until: number) => {
    if (underWay < running && mayRun(who)) {
      underWay += 1;
      countRunning(who, 1);
      return;
    }
    if (waitingInAll >= waiting) makeRoom(who);
    waitingInAll += 1;
    let timer: NodeJS.Timeout | undefined;
    try {
      // An ending task passes its place on, so that no later one gets in between.
      await new Promise<void>((begin, refuse) => {
        const waiter = { begin, refuse };
        waitingOf.set(who, [...(waitingOf.get(who) ?? []), waiter]);
        const waitMs = Math.min(maxWaitMs, until - performance.now());
        if (waitMs < Number.POSITIVE_INFINITY) timer = setTimeout(giveUp, waitMs, who, waiter);
      });
    } finally {
      clearTimeout(timer);
    }
  };
  const leave = (leaving: string) => {
    countRunning(leaving, -1);
    const turn = nextTurn();
    if (!turn) {
      underWay -= 1;
      return;
    }
    const [who, [next, ...rest]] = turn;
    waitingOf.delete(who);
    if (rest.length > 0) waitingOf.set(who, rest);
    waitingInAll -= 1;
    countRunning(who, 1);
    next?.begin();
  };
  return async <T>(
    work: () => Promise<T>,
    who = '',
    until = Number.POSITIVE_INFINITY,
  ): Promise<T> => {
    await take(who, until);
    try {
      return await work();
    } finally {
      leave(who);
    }
  };
}

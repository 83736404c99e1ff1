/** Thrown instead of waiting in a queue that is full. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
  /** Seconds after which the queue has moved. */
  readonly retryAfterS: number;
  constructor(retryAfterS: number) {
    super('Too much of this work is waiting already');
    this.retryAfterS = retryAfterS;
  }
}

export interface BoundedQueueOptions {
  /** Works under way at once. */
  readonly running: number;
  readonly waiting: number;
  /** What the one who is turned away gets. */
  readonly retryAfterS: number;
}

/**
 * Gives the way to run works a few at a time, in the order they come. Throws `BusyError` when as
 * many as may wait do so.
 */
export function createBoundedQueue({ running, waiting, retryAfterS }: BoundedQueueOptions) {
  const queue: (() => void)[] = [];
  let underWay = 0;
  const take = async () => {
    if (underWay >= running) {
      if (queue.length >= waiting) throw new BusyError(retryAfterS);
      // The one that ends hands its place on, so no later one gets in between.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else underWay += 1;
  };
  const leave = () => {
    const next = queue.shift();
    if (next) next();
    else underWay -= 1;
  };
  return async <T>(work: () => Promise<T>): Promise<T> => {
    await take();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

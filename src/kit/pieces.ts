/** Waits until somebody's next piece of work may run. */
export type Pieces = (who: string) => Promise<void>;

/**
 * Lets long pieces of work run one in each turn of the event loop: others are answered between two.
 * Those who have some are taken in rotation, so that a hundred of one delay another by one.
 */
export function createPieces(): Pieces {
  const waiting = new Map<string, (() => void)[]>();
  const runNext = () => {
    const next = waiting.entries().next();
    if (next.done) return;
    const [who, line] = next.value;
    const run = line.shift();
    waiting.delete(who);
    if (line.length > 0) waiting.set(who, line);
    if (waiting.size > 0) setImmediate(runNext);
    run?.();
  };
  return (who) =>
    new Promise((resolve) => {
      if (waiting.size === 0) setImmediate(runNext);
      const line = waiting.get(who);
      if (line) line.push(resolve);
      else waiting.set(who, [resolve]);
    });
}

/** The process has one event loop. */
export const nextPiece = createPieces();

/** Waits until the caller's next piece of work can run. */
export type Pieces = (who: string) => Promise<void>;

/**
 * Runs one long piece of work per turn of the event loop, so that others are served in between.
 * Callers take turns, so a hundred pieces of one delay another by only one.
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

/** Waits until the caller's next piece of work can run. */
export type Pieces = (who: string) => Promise<void>;

/** Milliseconds of a piece after which the event loop rests from pieces for as long. */
const LONG_MS = 2;
const MAX_REST_MS = 50;

/**
 * Runs one long piece of work per turn of the event loop, so that others are served in between.
 * Callers take turns, so a hundred pieces of one delay another by only one. Pieces take at most half
 * of the time: a request of several steps would wait for a piece at each of them.
 */
export function createPieces(): Pieces {
  const waiting = new Map<string, (() => void)[]>();
  let isActive = false;
  let startedAt: number | null = null;
  const restMs = () => {
    const tookMs = startedAt === null ? 0 : performance.now() - startedAt;
    startedAt = null;
    return tookMs > LONG_MS ? Math.min(tookMs, MAX_REST_MS) : 0;
  };
  const runNext = () => {
    const ms = restMs();
    if (ms > 0) {
      setTimeout(runNext, ms);
      return;
    }
    const [next] = waiting;
    isActive = next !== undefined;
    if (!next) return;
    const [who, line] = next;
    const run = line.shift();
    waiting.delete(who);
    if (line.length > 0) waiting.set(who, line);
    startedAt = performance.now();
    setImmediate(runNext);
    run?.();
  };
  return (who) =>
    new Promise((resolve) => {
      const line = waiting.get(who);
      if (line) line.push(resolve);
      else waiting.set(who, [resolve]);
      if (isActive) return;
      isActive = true;
      setImmediate(runNext);
    });
}

/** The process has one event loop. */
export const nextPiece = createPieces();

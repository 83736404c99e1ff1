/** Milliseconds that somebody waits at most: what they owe beyond is forgotten. */
const MAX_WAIT_MS = 10_000;

/** Gives how many milliseconds somebody waits for their turn, which keeps them busy for so long. */
export type Turns = (who: string, busyMs: number) => number;

/**
 * Puts what one of many does in a row, evenly in time: each turn begins when the one before it has
 * passed. Only who has a turn to come is remembered.
 */
export function createTurns(): Turns {
  const nextAt = new Map<string, number>();
  return (who, busyMs) => {
    const now = performance.now();
    // The first that was set is due first, or soon after.
    for (const [other, at] of nextAt) {
      if (at > now) break;
      nextAt.delete(other);
    }
    const at = Math.min(Math.max(now, nextAt.get(who) ?? 0), now + MAX_WAIT_MS);
    nextAt.delete(who);
    nextAt.set(who, at + busyMs);
    return at - now;
  };
}

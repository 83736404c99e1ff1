import { setTimeout as pause } from 'node:timers/promises';
import { BusyError } from './bounded-queue.ts';

/** Maximum wait of one caller in milliseconds. */
const MAX_WAIT_MS = 10_000;

/**
 * Returns the milliseconds that a caller must wait for a turn of length `busyMs`; null, without a
 * turn, if it is too far away.
 */
export type Turns = (who: string, busyMs: number) => number | null;

/**
 * Spaces out each caller's work evenly in time: each turn starts when the previous one has passed.
 * Only callers with a turn to come are remembered.
 */
export function createTurns(): Turns {
  const nextAt = new Map<string, number>();
  return (who, busyMs) => {
    const now = performance.now();
    // The first entry is due first, or soon after.
    for (const [other, at] of nextAt) {
      if (at > now) break;
      nextAt.delete(other);
    }
    const at = Math.max(now, nextAt.get(who) ?? 0);
    if (at > now + MAX_WAIT_MS) return null;
    nextAt.delete(who);
    nextAt.set(who, at + busyMs);
    return at - now;
  };
}

/**
 * Waits for a caller's turn of length `busyMs`, which may start up to `earlyMs` before its time.
 * Throws `BusyError` if it is too far away.
 */
export async function waitForTurn(
  turns: Turns,
  who: string,
  busyMs: number,
  earlyMs = 0,
): Promise<void> {
  const waitMs = turns(who, busyMs);
  if (waitMs === null) throw new BusyError(MAX_WAIT_MS / 1_000);
  if (waitMs > earlyMs) await pause(waitMs - earlyMs);
}

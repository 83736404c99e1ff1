/** Stops calls to a provider that fails repeatedly. */
export interface Breaker {
  /** Whether a call is allowed now; after the pause one trial call is. */
  mayCall(): boolean;
  report(succeeded: boolean): void;
}

/** Consecutive failures that open the breaker. */
const FAILURES_TO_OPEN = 5;
/** How long it stays open, in milliseconds. */
const PAUSE_MS = 30_000;

/** Creates a closed breaker; `clock` returns monotonic milliseconds. */
export function createBreaker(clock: () => number): Breaker {
  let failures = 0;
  let closedAgainAt = 0;
  return {
    mayCall() {
      if (failures < FAILURES_TO_OPEN) return true;
      if (clock() < closedAgainAt) return false;
      closedAgainAt = clock() + PAUSE_MS;
      return true;
    },
    report(succeeded) {
      failures = succeeded ? 0 : failures + 1;
      if (failures >= FAILURES_TO_OPEN) closedAgainAt = clock() + PAUSE_MS;
    },
  };
}

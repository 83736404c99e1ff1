/** Keeps calls from a provider that fails again and again. */
export interface Breaker {
  /** Whether a call may be made now; after the pause one trial call may. */
  mayCall(): boolean;
  report(succeeded: boolean): void;
}

/** Failures in a row that open the breaker. */
const FAILURES_TO_OPEN = 5;
/** How long it stays open. */
const PAUSE_MS = 30_000;

/** A closed breaker; `clock` gives milliseconds that never run backwards. */
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

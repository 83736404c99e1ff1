/** A fault that was injected, and when it ended. Times are milliseconds of the real clock. */
export interface Fault {
  readonly kind: string;
  /** The affected process, or `database`. */
  readonly target: string;
  readonly from: number;
  to: number;
  /** Whether requests may fail with 5xx during it: only if the database was unreachable. */
  readonly excuses: boolean;
  /** The exit code of a stop. */
  code?: number | null;
}

/** How the leading server was lost and replaced, in milliseconds. */
export interface Takeover {
  readonly kind: string;
  /** From the loss until the other server accepts writes. */
  readonly promotedMs: number;
  /** From then until the last API process has acknowledged a write. */
  readonly writtenMs: number;
  /** From the former server's return until it may take over itself; null if not yet. */
  wholeMs: number | null;
}

/** Milliseconds for recovery after the database is back (docs/contract/invariants.md#34). */
export const RECOVERY_MS = 10_000;

export function isExcused(
  faults: readonly Fault[],
  { startedAt, endedAt }: { readonly startedAt: number; readonly endedAt: number },
): boolean {
  return faults.some(
    ({ excuses, from, to }) => excuses && startedAt <= to + RECOVERY_MS && endedAt >= from,
  );
}

/** Whether the fault killed a process without warning. */
export function isKill({ kind, code }: Fault): boolean {
  return code === null && kind !== 'SIGTERM';
}

/** A fault that was made, and when it was over. Times are milliseconds of the real clock. */
export interface Fault {
  readonly kind: string;
  /** The process that it met, or `database`. */
  readonly target: string;
  readonly from: number;
  to: number;
  /** Whether requests may fail with 5xx while it lasts: only where the database was out of reach. */
  readonly excuses: boolean;
  /** The exit code of a stop. */
  code?: number | null;
}

/** How the server that led was lost and replaced, in milliseconds. */
export interface Takeover {
  readonly kind: string;
  /** From the loss until the other server takes writes. */
  readonly promotedMs: number;
  /** From then until the last API process has acknowledged a write. */
  readonly writtenMs: number;
  /** From the former server's return until it may take over itself; null: not yet. */
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

/** Whether the fault ended a process without any warning. */
export function isKill({ kind, code }: Fault): boolean {
  return code === null && kind !== 'SIGTERM';
}

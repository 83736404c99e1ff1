/** One entry of a response's `errors`; the first is the cause. */
export interface ErrorEntry {
  readonly message: string;
  readonly layer: string;
  readonly reason?: string;
  readonly count?: number;
  readonly aiHint?: string;
}

/** An error response from the service; status 0 means that there was no response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly entries: readonly ErrorEntry[];
  /** For support: the same ID is in the request's log line. */
  readonly requestId: string | null;

  constructor(status: number, entries: readonly ErrorEntry[], requestId: string | null) {
    super(entries[0]?.message ?? `The service responded with status ${status}`);
    this.status = status;
    this.entries = entries;
    this.requestId = requestId;
  }

  /** What to do about it, if the service says so. */
  get hint(): string | undefined {
    return this.entries.find(({ aiHint }) => aiHint)?.aiHint;
  }
}

/**
 * The messages for a call without a cookie, and with that of a session that has ended
 * (docs/contract/authentication.md#dashboard-sessions).
 */
export const LOGGED_OUT = ['Missing authentication', 'Log-in required'];

/** The session has ended, or there was none. */
export function isLoggedOut(error: unknown): boolean {
  return error instanceof ApiError && LOGGED_OUT.includes(error.message);
}

/** Browser error names for a passkey that the user, or the page's origin, didn't allow. */
const PASSKEY_REFUSALS = ['NotAllowedError', 'AbortError', 'InvalidStateError', 'SecurityError'];

/** The user-facing message for any thrown value. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof Error && PASSKEY_REFUSALS.includes(error.name)) {
    return 'No passkey was used. Try again, or use another method.';
  }
  return 'Something went wrong on this page. Reload it and try again.';
}

import pg from 'pg';

/** The database is unavailable right now; the request can be retried later. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
  /** A short reason that contains no address. */
  readonly reason: string;
  /** PostgreSQL's or the system's error code. */
  readonly code: string | undefined;

  constructor(message: string, reason: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
    this.code = (cause as { code?: string } | undefined)?.code;
  }
}

/** The connection was lost during commit, so the transaction may or may not have committed. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';
}

/** A value that can't be encoded. Nothing was sent, and the connection is still usable. */
export class UnwritableError extends Error {
  override readonly name = 'UnwritableError';
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** Reasons for whole classes of PostgreSQL's codes. */
const CLASSES: Readonly<Record<string, string>> = {
  '08': 'unreachable',
  '53': 'out of resources',
};
const CODES: Readonly<Record<string, string>> = {
  '25006': 'read-only',
  '25P03': 'unreachable',
  '57P01': 'shutting down',
  '57P02': 'crashed',
  '57P03': 'starting',
  '57P04': 'gone',
  '57P05': 'unreachable',
  '53100': 'out of disk space',
  '53300': 'too many connections',
};
/** Codes that affect every connection to the server. */
const OF_THE_SERVER = ['25006', '57P01', '57P02', '57P03'];
/** The driver's own messages for a connection that is silent or gone. */
const SILENT = /^(Query read timeout|timeout e(xceeded|xpired))/;
const GONE = /^(Connection terminated|Client (has encountered|was closed))/;
const NO_ANSWER = 'no answer in time';
/**
 * Citus' errors for a node that went away during a transaction. They have no code of their own, and
 * many are messages of the client library.
 */
const NODE_GONE =
  /^(failure on connection marked as essential|could not commit transaction|failed to (COPY to shard|complete COPY on|read result|prepare transaction)|server closed the connection unexpectedly|no connection to the server|could not (receive data from|send data to) server|SSL (SYSCALL error|connection has been closed))/;

/** Why the database is unavailable; null if the statement itself is at fault. */
function reasonOf(error: unknown): string | null {
  if (error instanceof UnavailableError) return error.reason;
  if (error instanceof pg.DatabaseError) {
    if (NODE_GONE.test(error.message)) return 'unreachable';
    const code = error.code ?? '';
    return CODES[code] ?? CLASSES[code.slice(0, 2)] ?? null;
  }
  if (!(error instanceof Error)) return null;
  if (SILENT.test(error.message)) return NO_ANSWER;
  return 'syscall' in error || GONE.test(error.message) ? 'unreachable' : null;
}

/** Whether the same request may succeed a little later or on another server. */
export function mayPass(error: unknown): boolean {
  return reasonOf(error) !== null;
}

/**
 * Whether the connection is unusable. It remains usable when the server has only run out of a
 * resource.
 */
export function isLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError && error.code?.startsWith('53')) return false;
  return mayPass(error);
}

/** Whether the server itself is unusable, and with it every other connection to it. */
export function concernsServer(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return OF_THE_SERVER.includes(error.code ?? '');
  return reasonOf(error) === NO_ANSWER;
}

/** The error as callers of the database see it. */
export function asFault(error: unknown): unknown {
  const reason = reasonOf(error);
  if (reason === null || error instanceof UnavailableError) return error;
  return new UnavailableError((error as Error).message, reason, error);
}

import pg from 'pg';

/** The database can't be worked with right now; what was asked of it can be asked again later. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
  /** Why, in a few words that name no address. */
  readonly reason: string;
  /** PostgreSQL's or the system's. */
  readonly code: string | undefined;

  constructor(message: string, reason: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
    this.code = (cause as { code?: string } | undefined)?.code;
  }
}

/** A transaction was about to commit when its connection was lost: it may have committed, or not. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError';
}

/** Of a whole class of PostgreSQL's codes. */
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
/** Of these every connection to the server is told sooner or later. */
const OF_THE_SERVER = ['25006', '57P01', '57P02', '57P03'];
/** What the driver itself says of a connection that is silent, or gone. */
const SILENT = /^(Query read timeout|timeout e(xceeded|xpired))/;
const GONE = /^(Connection terminated|Client (has encountered|was closed))/;
const NO_ANSWER = 'no answer in time';

/** Why the database can't be worked with; null where it can, and the statement is to blame. */
function reasonOf(error: unknown): string | null {
  if (error instanceof UnavailableError) return error.reason;
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    return CODES[code] ?? CLASSES[code.slice(0, 2)] ?? null;
  }
  if (!(error instanceof Error)) return null;
  if (SILENT.test(error.message)) return NO_ANSWER;
  return 'syscall' in error || GONE.test(error.message) ? 'unreachable' : null;
}

/** Whether the same may work a little later, or elsewhere. */
export function mayPass(error: unknown): boolean {
  return reasonOf(error) !== null;
}

/** Whether the connection is no good any more: not when its server has merely run out of something. */
export function isLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError && error.code?.startsWith('53')) return false;
  return mayPass(error);
}

/** Whether it is the server that is no good, and with it every other connection to it. */
export function concernsServer(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return OF_THE_SERVER.includes(error.code ?? '');
  return reasonOf(error) === NO_ANSWER;
}

/** The error as those know it who use the database. */
export function asFault(error: unknown): unknown {
  const reason = reasonOf(error);
  if (reason === null || error instanceof UnavailableError) return error;
  return new UnavailableError((error as Error).message, reason, error);
}

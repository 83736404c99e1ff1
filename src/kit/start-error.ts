/** What Node.js and the PostgreSQL driver add to their errors. */
interface Details {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly address?: unknown;
  readonly port?: unknown;
  /** Of an `UnavailableError`. */
  readonly reason?: unknown;
}

/** What to do about an address that can't be listened on, by Node.js' code. */
const LISTENING: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'is already in use. Stop the program that listens there, or set PORT or METRICS_PORT to a free port.',
  EACCES:
    "can't be listened on without permission (EACCES). Set PORT or METRICS_PORT to 1024 or higher.",
  EADDRNOTAVAIL: "isn't an address of this machine. Correct HOST.",
};

/** What to do about a refusal by the database server, by PostgreSQL's code. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28000': 'Correct the user in DATABASE_URL.',
  '3F000': "Create the schema that the role's search_path names.",
  '42501': 'Make the user of DATABASE_URL the owner of the database and its tables.',
  '28P01': 'Correct the user and password in DATABASE_URL.',
  '3D000': 'Create the database, or correct DATABASE_URL.',
};
/** What Node.js says of a certificate that it doesn't trust. */
const CERTIFICATES: readonly unknown[] = [
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];
/** The server's rules, whatever language it speaks. Most often, they require TLS. */
const RULES = /pg_hba\.conf/;
const TLS = '?sslmode=verify-full&sslrootcert=/path/to/ca.pem';
const POOLER = /^unsupported startup parameter/;
const NAMES_SERVER = /^No database server/;
const NO_SSL = /^The server does not support SSL/;
const PROGRAMMING_ERRORS: readonly unknown[] = [TypeError, RangeError, ReferenceError, SyntaxError];

/** Why a start or a command failed, with what the operator can do about it if that is known. */
export function describeStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (PROGRAMMING_ERRORS.includes(error.constructor)) return String(error);
  const { message } = error;
  const { code, syscall, address, port, reason } = error as Details;
  if (syscall === 'listen' || syscall === 'bind') {
    const advice = LISTENING[String(code)];
    const host = String(address).includes(':') ? `[${address}]` : address;
    return advice ? `${host}:${port} ${advice}` : message;
  }
  if (RULES.test(message)) {
    return `${message}. If the server requires TLS, add ${TLS} to DATABASE_URL; otherwise, allow this connection there.`;
  }
  if (CERTIFICATES.includes(code)) {
    return `${message}. Add the certificate authority of the server to DATABASE_URL: ${TLS}`;
  }
  const advice = REFUSALS[String(code)];
  if (advice) return `${message}. ${advice}`;
  if (POOLER.test(message)) {
    return `${message}. If DATABASE_URL is a pooler such as PgBouncer, set DATABASE_POOLER=transaction.`;
  }
  if (NO_SSL.test(message)) {
    return `${message}. Turn SSL on at the server, or remove sslmode from DATABASE_URL.`;
  }
  if (reason === 'no answer in time' && !NAMES_SERVER.test(message)) {
    return `The database server didn't answer in time (${message}).`;
  }
  return message;
}

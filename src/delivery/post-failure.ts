import { errors } from 'undici';
import { RefusedAddressError } from './resolve-host.ts';

/**
 * Recorded failures of attempts without a response. Fixed texts without URL or token
 * (docs/contract/invariants.md#19).
 */
const TEXTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'Connection closed by the receiver',
  UND_ERR_SOCKET: 'Connection closed by the receiver',
  UND_ERR_DESTROYED: 'Connection closed by the receiver',
  EPIPE: 'Connection closed by the receiver',
  ENOTFOUND: 'Host name not found',
  ENODATA: 'Host name has no address',
  ESERVFAIL: 'Name server failed',
  EREFUSED: 'Name server refused the question',
  ETIMEOUT: 'Name server did not answer',
  EAI_AGAIN: 'Name server did not answer',
  EBADNAME: 'Host name cannot be looked up',
  ENETUNREACH: 'Network unreachable',
  EHOSTUNREACH: 'Host unreachable',
  ETIMEDOUT: 'Connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'Connection timed out',
  UND_ERR_HEADERS_OVERFLOW: 'Answer headers are too large',
  CERT_HAS_EXPIRED: 'TLS certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS certificate chain is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TLS certificate chain is incomplete',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'TLS certificate chain is incomplete',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS certificate is for another host',
  ERR_SSL_WRONG_VERSION_NUMBER: 'Receiver does not speak TLS',
};

/** The text for an error before a response; the error's own message is never shown. */
export function describePostFailure(error: unknown, timedOut: boolean): string {
  if (error instanceof RefusedAddressError) return 'Address is private or reserved';
  if (timedOut) return 'No answer within the time limit';
  if (error instanceof errors.HTTPParserError) return 'Answer is not HTTP';
  if (isContinue(error)) return 'Receiver sent an unexpected 100 Continue';
  return TEXTS[codeOf(error)] ?? 'Request failed';
}

/** The library ends the connection on it, with a message of which this is the only cause here. */
function isContinue(error: unknown): boolean {
  return error instanceof errors.SocketError && error.message === 'bad response';
}

/** If several connections failed, the first one's reason. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

import { errorCodes } from 'fastify';
import pg from 'pg';
import { ActionError } from '../contract/errors.ts';
import { UnavailableError, UnknownOutcomeError } from '../database/faults.ts';
import { BusyError } from '../kit/bounded-queue.ts';
import { gatewayErrors } from './errors.ts';

/** Seconds after which to retry when the database was unavailable. */
const RETRY_AFTER_S = 5;

/** The error to answer for anything thrown. */
export function toActionError(error: unknown): ActionError {
  const expected = toExpected(error);
  if (expected) return expected;
  if (error instanceof errorCodes.FST_ERR_CTP_BODY_TOO_LARGE) return gatewayErrors.bodyTooLarge();
  if (error instanceof errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE) {
    return gatewayErrors.unsupportedMediaType();
  }
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return gatewayErrors.malformedJson();
  }
  return gatewayErrors.internal();
}

/** PostgreSQL's codes for a canceled statement, a lock timeout, a deadlock and a conflict. */
const RETRYABLE_CODES = ['57014', '55P03', '40P01', '40001'];

/**
 * The answer for an error thrown as such, or caused by something unavailable or busy; else null.
 */
export function toExpected(error: unknown): ActionError | null {
  if (error instanceof ActionError) return error;
  if (error instanceof BusyError) return later(gatewayErrors.rateLimited(), error.retryAfterS);
  if (error instanceof UnknownOutcomeError) return later(gatewayErrors.outcomeUnknown());
  if (error instanceof UnavailableError || isRetryable(error)) {
    return later(gatewayErrors.unavailable());
  }
  return null;
}

/**
 * Whether another transaction was the cause, such as one that holds a lock while it waits for a
 * standby.
 */
function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && RETRYABLE_CODES.includes(error.code ?? '');
}

function later({ status, entries }: ActionError, seconds = RETRY_AFTER_S): ActionError {
  return new ActionError(status, entries, { 'retry-after': String(seconds) });
}

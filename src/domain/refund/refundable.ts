import {
  type ApiKeyCaller,
  type DashboardCaller,
  lookingOf,
  type TokenCaller,
} from '../../contract/caller.ts';
import { formatAmount, type Money } from '../../kit/money.ts';
import { addMs } from '../../kit/time.ts';
import { isOwnOrder } from '../order/own-order.ts';
import type { RefundableErrors } from '../refund-ticket/ticket-input.ts';
import type { RefundablePayment, Viewpoint } from './refundable.queries.ts';

/** Milliseconds after payment in which a refund can be requested (docs/contract/refunds.md). */
export const REFUND_WINDOW_MS = 14 * 24 * 60 * 60 * 1000;

/** Who submits a ticket: a customer with a session token, or the merchant. */
export type Submitter = TokenCaller | ApiKeyCaller | DashboardCaller;

/** What the caller can see. */
export function viewpointOf(caller: Submitter, now: Date): Viewpoint {
  return { ...lookingOf(caller), environment: caller.environment, now };
}

/** Whether the caller belongs to the payment's store; otherwise the payment looks missing. */
export function isVisible(payment: RefundablePayment, caller: Submitter): boolean {
  return caller.kind === 'token' ? payment.storeId === caller.storeId : payment.role !== null;
}

/** Throws if the payment belongs to someone else, or if the merchant may only read. */
export function refuseOthers(
  payment: RefundablePayment,
  caller: Submitter,
  errors: Pick<RefundableErrors, 'otherBuyer' | 'forbidden'>,
): void {
  if (caller.kind !== 'token') {
    if (payment.role === 'member') throw errors.forbidden();
  } else if (!isOwnOrder(payment, caller)) throw errors.otherBuyer();
}

/**
 * Throws if the buyer disputes the payment or has won: the bank's return and a refund would pay twice
 * (docs/contract/refunds.md#disputed).
 */
export function refuseDisputed(
  { disputeStatus }: RefundablePayment,
  errors: Pick<RefundableErrors, 'disputed'>,
): void {
  if (disputeStatus !== null) throw errors.disputed(disputeStatus);
}

/**
 * Throws unless the amount can be refunded at the store's time. The payment is locked, so the
 * remaining amount can't change before the ticket has claimed its share.
 */
export function refuseUnrefundable(
  payment: RefundablePayment,
  asked: Money,
  errors: RefundableErrors,
): void {
  const { status, paidAt, at, currency, amountMinor, claimedMinor } = payment;
  if (status !== 'succeeded' || paidAt === null) throw errors.notRefundable(status);
  refuseDisputed(payment, errors);
  if (asked.currency !== currency) throw errors.otherCurrency(currency);
  if (at > addMs(paidAt, REFUND_WINDOW_MS)) throw errors.windowPassed();
  const leftMinor = amountMinor - claimedMinor;
  if (asked.amountMinor > leftMinor) {
    throw errors.exceeds(`${formatAmount(leftMinor, currency)} ${currency}`);
  }
}

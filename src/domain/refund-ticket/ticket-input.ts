import { z } from 'zod';
import { type ErrorRow, type ErrorTable, expectedFormat } from '../../contract/errors.ts';
import {
  acrossFields,
  requiredId,
  requiredIdentifier,
  requiredText,
} from '../../contract/input.ts';
import { isCurrency } from '../../kit/currencies.ts';
import { type Money, parseAmount } from '../../kit/money.ts';
import { codePointLength } from '../../kit/text.ts';
import { isSmallMetadata } from '../product/metadata-limits.ts';

/** Maximum code points of a reason or a reviewer's note. */
export const MAX_TICKET_TEXT_LENGTH = 2_000;
/** Maximum code points (docs/contract/limits.md#counts-and-sizes). */
const MAX_EXTERNAL_ID_LENGTH = 128;

/** Accepts what some currency accepts; used when the given currency is invalid. */
const FINEST_CURRENCY = 'CLF';

/** Error rows of every submission of a ticket. */
export const submissionRows = {
  missingPaymentId: [400, 'Missing required field: paymentId'],
  missingReason: [400, 'Missing required field: reason'],
  missingAmount: [400, 'Missing required field: requestedAmount'],
  malformedPaymentId: [400, expectedFormat('PAY')],
  longReason: [400, `reason must not exceed ${MAX_TICKET_TEXT_LENGTH} characters`],
  invalidAmount: [400, 'Invalid amount'],
  invalidCurrency: [400, 'Invalid currency code'],
} as const;

/** The error row of everything that would refund a disputed payment. */
export const disputedRows = {
  disputed: [400, (status: string) => `Payment cannot be refunded, dispute status: ${status}`],
} as const;

/** Error rows of every submission that depend on the payment. */
export const refundableRows = {
  otherBuyer: [403, 'Order does not belong to user'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  notRefundable: [400, (status: string) => `Payment cannot be refunded, current status: ${status}`],
  ...disputedRows,
  otherCurrency: [400, (due: string) => `Currency does not match the payment, must be ${due}`],
  windowPassed: [400, 'Refund window of 14 days has passed'],
  exceeds: [400, (left: string) => `Requested amount exceeds the refundable amount of ${left}`],
} as const;

export type SubmissionErrors = ErrorTable<keyof typeof submissionRows>;
export type RefundableErrors = ErrorTable<keyof typeof refundableRows>;

/** The fields of every submission. */
export function submissionFields(errors: SubmissionErrors) {
  return {
    paymentId: requiredId('PAY', errors.missingPaymentId, errors.malformedPaymentId),
    reason: shortText(
      requiredText(errors.missingReason),
      MAX_TICKET_TEXT_LENGTH,
      errors.longReason,
    ),
    requestedAmount: requestedAmount(errors),
  };
}

/** A positive amount in display format, parsed to minor units. */
function requestedAmount(errors: SubmissionErrors) {
  const currency = requiredIdentifier(errors.invalidCurrency).refine(isCurrency, {
    error: errors.invalidCurrency.code,
  });
  return z
    .object(
      { amount: z.string({ error: errors.invalidAmount.code }), currency },
      { error: errors.missingAmount.code },
    )
    .check(
      acrossFields(({ given: { amount, currency: code }, isBroken, refuse }) => {
        if (typeof amount !== 'string') return;
        const unit = isBroken('currency') ? FINEST_CURRENCY : String(code);
        if ((parseAmount(amount, unit) ?? 0n) <= 0n) refuse(errors.invalidAmount);
      }),
    )
    .transform(
      ({ amount, currency: code }): Money => ({
        amountMinor: parseAmount(amount, code) as bigint,
        currency: code,
      }),
    );
}

/** Additional error rows of a first submission. */
export const ticketRows = {
  invalidMetadata: [400, 'Invalid metadata, must be an object'],
  largeMetadata: [400, 'metadata must not exceed 50 keys of 64 characters and 16 KB'],
  longExternalId: [
    400,
    `refundTicketMerchantExternalId must not exceed ${MAX_EXTERNAL_ID_LENGTH} characters`,
  ],
} as const;

/** The fields that all versions of a ticket share. */
export function ticketFields(errors: ErrorTable<keyof typeof ticketRows>) {
  return {
    metadata: z
      .record(z.string(), z.unknown(), errors.invalidMetadata.code)
      .refine(isSmallMetadata, { error: errors.largeMetadata.code })
      .nullish(),
    refundTicketMerchantExternalId: shortText(
      z.string().trim(),
      MAX_EXTERNAL_ID_LENGTH,
      errors.longExternalId,
    ).nullish(),
  };
}

/** A text of at most `maxLength` code points. */
export function shortText(
  text: z.ZodType<string, string>,
  maxLength: number,
  tooLong: ErrorRow,
): z.ZodType<string, string> {
  return text.refine((value) => codePointLength(value) <= maxLength, { error: tooLong.code });
}

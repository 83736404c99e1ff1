import { z } from 'zod';
import type { ErrorRow, ErrorTable } from '../../contract/errors.ts';
import { requiredId, requiredText } from '../../contract/input.ts';
import { type Money, parseAmount } from '../../kit/money.ts';
import { codePointLength } from '../../kit/text.ts';

/** Code points of a reason or a reviewer's note. */
export const LONGEST_TICKET_TEXT = 2_000;
/** Specification 8: code points. */
const LONGEST_EXTERNAL_ID = 128;
/** As an order's (Specification 8, decisions 4): keys, code points of one, bytes of the whole. */
const MOST_METADATA_KEYS = 50;
const LONGEST_METADATA_KEY = 64;
const LARGEST_METADATA_BYTES = 16 * 1024;
const CURRENCY = /^[A-Z]{3}$/;

/** What may be answered to a submission of a ticket, the first or a later one. */
export const submissionRows = {
  missingPaymentId: [400, 'Missing required field: paymentId'],
  missingReason: [400, 'Missing required field: reason'],
  missingAmount: [400, 'Missing required field: requestedAmount'],
  malformedPaymentId: [400, (got: string) => `Expected format: PAY_xxx, got "${got}"`],
  longReason: [400, `reason must not exceed ${LONGEST_TICKET_TEXT} characters`],
  invalidAmount: [400, 'Invalid amount'],
  invalidCurrency: [400, 'Invalid currency code'],
} as const;

/** What the payment may say to the amount, first or later. */
export const refundableRows = {
  otherBuyer: [403, 'Order does not belong to user'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  notRefundable: [400, (status: string) => `Payment cannot be refunded, current status: ${status}`],
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
    reason: shortText(requiredText(errors.missingReason), LONGEST_TICKET_TEXT, errors.longReason),
    requestedAmount: requestedAmount(errors),
  };
}

/** A positive amount in display format; minor units out. */
function requestedAmount(errors: SubmissionErrors) {
  const currency = z
    .string({ error: errors.invalidCurrency.code })
    .regex(CURRENCY, errors.invalidCurrency.code);
  return z
    .object(
      { amount: z.string({ error: errors.invalidAmount.code }), currency },
      { error: errors.missingAmount.code },
    )
    .transform((value, context): Money => {
      const amountMinor = parseAmount(value.amount, value.currency);
      if (amountMinor !== null && amountMinor > 0n) {
        return { amountMinor, currency: value.currency };
      }
      context.addIssue({ code: 'custom', message: errors.invalidAmount.code });
      return z.NEVER;
    });
}

/** What a first submission may be told besides. */
export const ticketRows = {
  invalidMetadata: [400, 'Invalid metadata, must be an object'],
  largeMetadata: [400, 'metadata must not exceed 50 keys of 64 characters and 16 KB'],
  longExternalId: [
    400,
    `refundTicketMerchantExternalId must not exceed ${LONGEST_EXTERNAL_ID} characters`,
  ],
} as const;

/** The fields that a ticket keeps through all its versions. */
export function ticketFields(errors: ErrorTable<keyof typeof ticketRows>) {
  return {
    metadata: z
      .record(z.string(), z.unknown(), errors.invalidMetadata.code)
      .refine(isSmall, { error: errors.largeMetadata.code })
      .nullish(),
    refundTicketMerchantExternalId: shortText(
      z.string().trim(),
      LONGEST_EXTERNAL_ID,
      errors.longExternalId,
    ).nullish(),
  };
}

/** A text of at most `longest` code points. */
export function shortText(
  text: z.ZodType<string, string>,
  longest: number,
  tooLong: ErrorRow,
): z.ZodType<string, string> {
  return text.refine((value) => codePointLength(value) <= longest, { error: tooLong.code });
}

function isSmall(metadata: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(metadata);
  return (
    keys.length <= MOST_METADATA_KEYS &&
    keys.every((key) => codePointLength(key) <= LONGEST_METADATA_KEY) &&
    Buffer.byteLength(JSON.stringify(metadata)) <= LARGEST_METADATA_BYTES
  );
}

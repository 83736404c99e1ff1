import { z } from 'zod';
import { emailAddress } from '../../contract/email-input.ts';
import { type ErrorRow, type ErrorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredText } from '../../contract/input.ts';
import { MAX_TOKEN_LENGTH } from '../../contract/payment-provider.ts';
import { requiredSessionId } from '../checkout-session/session-id.ts';
import { billingDetailInput, billingRows } from './billing-detail.ts';

/** The errors that an attempt to pay can return, from the page and from create-order alike. */
export const payingRows = {
  missingSessionId: [400, 'Missing required field: checkoutSessionId'],
  malformedSessionId: [400, expectedFormat('cs')],
  missingEmail: [400, 'Missing required field: buyerEmail'],
  invalidEmail: [400, 'Invalid buyerEmail'],
  missingBillingDetail: [400, 'Missing required field: billingDetail'],
  ...billingRows,
  missingMethod: [400, 'Missing required field: paymentMethod'],
  missingToken: [400, 'Missing required field: paymentToken'],
  sessionNotFound: [404, 'Checkout session not found'],
  alreadyPaid: [409, 'Checkout session has already been paid'],
  tooManyDeclines: [400, 'Checkout session is closed after too many declined payments'],
  sessionExpired: [400, 'Checkout session has expired'],
  storeInactive: [400, 'Store is not active'],
  productInactive: [400, 'Product is not active'],
  unavailableMethod: [400, (got: string) => `Payment method ${got} is not available`],
  otherKind: [400, (kind: string) => `productType does not match: the product is ${kind}`],
  noProvider: [502, 'No payment provider is configured'],
  otherAmount: [409, (due: string) => `The amount due is ${due}`],
  charging: [409, 'Payment is already being processed'],
  trialTaken: [409, 'The trial has been used meanwhile'],
  declined: [400, (reason: string) => `Payment declined: ${reason}`],
  providerFailed: [502, 'Payment provider did not answer'],
} as const;

export type PayingErrors = ErrorTable<keyof typeof payingRows>;

/** The fields of an attempt to pay. */
export function payingInput(errors: PayingErrors) {
  return z.object({
    checkoutSessionId: requiredSessionId(errors.missingSessionId, errors.malformedSessionId),
    buyerEmail: requiredText(errors.missingEmail).pipe(emailText(errors.invalidEmail)),
    billingDetail: billingDetailInput(errors, errors.missingBillingDetail),
    paymentMethod: requiredText(errors.missingMethod),
    paymentToken: requiredText(errors.missingToken).pipe(z.string().max(MAX_TOKEN_LENGTH)),
    /** The amount shown to the payer; if it is no longer the amount due, nothing is charged. */
    amountDue: z.string().optional(),
  });
}
export type PayingInput = z.output<ReturnType<typeof payingInput>>;

/** An email address, trimmed. */
export function emailText(invalid: ErrorRow): z.ZodType<string, string> {
  return z.string({ error: invalid.code }).trim().pipe(emailAddress(invalid));
}

import { z } from 'zod';
import type { ErrorTable } from '../../contract/errors.ts';
import { LONGEST_TOKEN } from './paying-input.ts';
import { requiredSessionId } from './session-id.ts';

/** What may be answered to the confirmation of a plan change (decisions 13). */
export const confirmRows = {
  missingSessionId: [400, 'Missing required field: checkoutSessionId'],
  malformedSessionId: [400, (got: string) => `Expected format: cs_xxx, got "${got}"`],
  missingMethod: [400, 'Missing required field: paymentMethod'],
  missingToken: [400, 'Missing required field: paymentToken'],
  sessionNotFound: [404, 'Checkout session not found'],
  otherBuyer: [403, 'Subscription order does not belong to this credential'],
  sessionExpired: [400, 'Checkout session has expired'],
  storeInactive: [400, 'Store is not active'],
  notChangeable: [400, (status: string) => `Plan cannot be changed, current status: ${status}`],
  unavailableMethod: [400, (got: string) => `Payment method ${got} is not available`],
  noSavedMethod: [400, 'No payment method is saved: provide paymentMethod and paymentToken'],
  noProvider: [502, 'No payment provider is configured'],
  otherAmount: [409, (due: string) => `The amount due is ${due}`],
  charging: [409, 'Payment is already being processed'],
  declined: [400, (reason: string) => `Payment declined: ${reason}`],
  providerFailed: [502, 'Payment provider did not answer'],
} as const;

export type ConfirmErrors = ErrorTable<keyof typeof confirmRows>;

/** The fields of a confirmation; without a payment method the subscription's own is charged. */
export function confirmInput(errors: ConfirmErrors) {
  const text = z
    .string()
    .trim()
    .nullish()
    .transform((value) => value || null);
  return z
    .object({
      checkoutSessionId: requiredSessionId(errors.missingSessionId, errors.malformedSessionId),
      paymentMethod: text,
      paymentToken: text.pipe(z.string().max(LONGEST_TOKEN).nullable()),
      /** What the buyer was shown; another amount is not charged. */
      amountDue: z.string().optional(),
    })
    .check(({ value, issues }) => {
      const { paymentMethod, paymentToken } = value;
      if ((paymentMethod === null) === (paymentToken === null)) return;
      const row = paymentMethod === null ? errors.missingMethod : errors.missingToken;
      issues.push({ code: 'custom', message: row.code, input: value });
    });
}
export type ConfirmInput = z.output<ReturnType<typeof confirmInput>>;

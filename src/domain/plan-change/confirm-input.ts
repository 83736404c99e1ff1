import { z } from 'zod';
import { type ErrorTable, expectedFormat } from '../../contract/errors.ts';
import { acrossFields } from '../../contract/input.ts';
import { MAX_TOKEN_LENGTH } from '../../contract/payment-provider.ts';
import { requiredSessionId } from '../checkout-session/session-id.ts';

/** The errors that confirming a plan change can return. */
export const confirmRows = {
  missingSessionId: [400, 'Missing required field: checkoutSessionId'],
  malformedSessionId: [400, expectedFormat('cs')],
  missingMethod: [400, 'Missing required field: paymentMethod'],
  missingToken: [400, 'Missing required field: paymentToken'],
  sessionNotFound: [404, 'Checkout session not found'],
  otherBuyer: [403, 'Subscription order does not belong to this credential'],
  tooManyDeclines: [400, 'Checkout session is closed after too many declined payments'],
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

/** The fields of a confirmation; without a payment method, the subscription's own is charged. */
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
      paymentToken: text.pipe(z.string().max(MAX_TOKEN_LENGTH).nullable()),
      /** The amount shown to the buyer; if it no longer applies, nothing is charged. */
      amountDue: z.string().optional(),
    })
    .check(
      acrossFields(({ given: { paymentMethod, paymentToken }, refuse }) => {
        if ((paymentMethod === null) === (paymentToken === null)) return;
        refuse(paymentMethod === null ? errors.missingMethod : errors.missingToken);
      }),
    );
}
export type ConfirmInput = z.output<ReturnType<typeof confirmInput>>;

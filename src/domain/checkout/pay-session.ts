import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { chargeSession, clientSecretOutput, recordCharge } from './pay.ts';
import { payingInput, payingRows } from './paying-input.ts';

const errors = errorTable('order', payingRows);

/** Pays a checkout session from its hosted page. */
export const paySession = action({
  path: 'checkout/pay-session',
  summary: 'Pay a checkout session from its hosted page',
  auth: ['buyer'],
  environment: 'credential',
  // Buyers without a token are indistinguishable; the session itself makes repeated clicks one
  // payment.
  replayable: false,
  errors,
  input: payingInput(errors),
  output: z.object({
    orderId: z.string(),
    status: z.string(),
    successUrl: z.string().nullable(),
    clientSecret: clientSecretOutput,
  }),
  prepare: (context) => chargeSession(context, errors),
  handle: async ({ prepared, tx, ports, now }) => ({
    data: await recordCharge(tx, prepared, { ports, now }, errors),
  }),
});

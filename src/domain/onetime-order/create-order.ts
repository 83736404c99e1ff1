import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { chargeSession, clientSecretOutput, recordCharge } from '../checkout/pay.ts';
import { payingInput, payingRows } from '../checkout/paying-input.ts';

const errors = errorTable('order', payingRows);

/** Pays a checkout session with a buyer's session token (docs/contract/payments.md). */
export const createOrder = action({
  path: 'onetime-order/create-order',
  summary: 'Pay a checkout session and complete its one-time order',
  auth: ['token'],
  environment: 'credential',
  errors,
  input: payingInput(errors),
  output: z.object({
    orderId: z.string(),
    status: z.string(),
    clientSecret: clientSecretOutput,
  }),
  prepare: (context) => chargeSession({ ...context, kind: 'onetime' }, errors),
  handle: async ({ prepared, tx, ports, now }) => {
    const { successUrl: _, ...data } = await recordCharge(tx, prepared, { ports, now }, errors);
    return { data };
  },
});

import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { chargeSession, clientSecretOutput, recordCharge } from '../checkout/pay.ts';
import { payingInput, payingRows } from '../checkout/paying-input.ts';

const errors = errorTable('order', payingRows);

/**
 * Pays a subscription's checkout session with a buyer's session token, or begins its free trial
 * (docs/contract/subscriptions.md). By paying the first charge, the buyer agrees to the renewals.
 */
export const createSubscriptionOrder = action({
  path: 'subscription-order/create-order',
  summary: 'Pay a checkout session and begin its subscription',
  auth: ['token'],
  environment: 'credential',
  errors,
  input: payingInput(errors),
  output: z.object({
    orderId: z.string(),
    status: z.string(),
    clientSecret: clientSecretOutput,
  }),
  prepare: (context) => chargeSession({ ...context, kind: 'subscription' }, errors),
  handle: async ({ prepared, tx, ports, now }) => {
    const { successUrl: _, ...data } = await recordCharge(tx, prepared, { ports, now }, errors);
    return { data };
  },
});

import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { chargeChange, recordChange } from '../plan-change/confirm.ts';
import { confirmInput, confirmRows } from '../plan-change/confirm-input.ts';

const errors = errorTable('order', confirmRows);

/** Confirms a plan change from its hosted page. */
export const confirmChange = action({
  path: 'checkout/confirm-change',
  summary: 'Confirm a plan change from its hosted page',
  auth: ['buyer'],
  environment: 'credential',
  // Buyers without a token are indistinguishable; the session itself makes repeated clicks one
  // change.
  replayable: false,
  errors,
  input: confirmInput(errors),
  output: z.object({
    orderId: z.string(),
    status: z.string(),
    clientSecret: z.string().optional(),
  }),
  prepare: (context) => chargeChange(context, errors),
  handle: async ({ prepared, tx, ports, now }) => ({
    data: await recordChange(tx, prepared, { ports, now }, errors),
  }),
});

import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { chargeChange, recordChange } from './change-plan.ts';
import { confirmInput, confirmRows } from './change-rows.ts';

const errors = errorTable('order', confirmRows);

/** Confirms a plan change from its hosted page (decisions 13). */
export const confirmChange = action({
  path: 'checkout/confirm-change',
  summary: 'Confirm a plan change from its hosted page',
  auth: ['buyer'],
  environment: 'credential',
  // Buyers without a token cannot be told apart; the session itself makes clicks one change.
  replayable: false,
  errors,
  input: confirmInput(errors),
  output: z.object({
    orderId: z.string(),
    status: z.string(),
    clientSecret: z.string().optional(),
  }),
  prepare: (context) => chargeChange(context, errors),
  handle: async ({ prepared, tx, now }) => ({
    data: await recordChange(tx, prepared, now, errors),
  }),
});

import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId, requiredText } from '../../contract/input.ts';
import { requireManager } from '../store-merchant/store-merchant.ts';
import { bindSupportEmail } from './binding.queries.ts';
import { storeView, viewStore } from './store.ts';
import { deleteSupportEmailCode, takeCodeTry } from './support-email.queries.ts';
import { supportCodeContext } from './support-email.ts';

const errors = errorTable('store', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedStoreId: [400, expectedFormat('STO')],
  missingCode: [400, 'Missing required field: code'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  storeNotFound: [404, 'Store not found'],
  notPending: [400, 'No support email is waiting for confirmation'],
  expiredCode: [400, 'Code has expired, request a new one'],
  tooManyTries: [400, 'Too many wrong codes, request a new one'],
  wrongCode: [400, 'Wrong code'],
});

/**
 * Binds the support email that is confirmed by its code (docs/contract/notifications.md). Every
 * call uses up a try in its own transaction, so that a refusal doesn't roll it back.
 */
export const confirmSupportEmail = action({
  path: 'store/confirm-support-email',
  summary: 'Bind the support email with the code mailed to it (owner or admin)',
  auth: MERCHANT,
  environment: 'none',
  errors,
  input: z.object({
    storeId: requiredId('STO', errors.missingStoreId, errors.malformedStoreId),
    code: requiredText(errors.missingCode),
  }),
  output: z.object({ store: storeView }),
  prepare: async ({ input, caller, now, ports, transact }) => {
    const { storeId, code } = input;
    const waiting = await transact(async (tx) => {
      await requireManager(tx, storeId, { caller, ports }, errors);
      return (await takeCodeTry(tx, storeId))[0];
    });
    if (!waiting) throw errors.notPending();
    if (waiting.expiresAt <= now) throw errors.expiredCode();
    if (waiting.triesLeft === 0) throw errors.tooManyTries();
    const given = ports.secrets.digest(code, supportCodeContext(storeId, waiting.email));
    if (!timingSafeEqual(given, waiting.codeHash)) throw errors.wrongCode();
    return waiting;
  },
  handle: async ({ input, caller, tx, now, prepared, ports }) => {
    await requireManager(tx, input.storeId, { caller, ports }, errors);
    const [used] = await deleteSupportEmailCode(tx, input.storeId, prepared.codeHash);
    if (!used) throw errors.notPending();
    const [store] = await bindSupportEmail(tx, input.storeId, used.email, now);
    if (!store) throw errors.storeNotFound();
    return { data: { store: viewStore(store) }, audit: { details: { email: used.email } } };
  },
});

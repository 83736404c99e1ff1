import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { toIso } from '../../kit/time.ts';
import { notifyAccount } from './account-notice.ts';
import { findAccount } from './merchant.queries.ts';
import { merchantView, openSession, viewMerchant } from './merchant.ts';
import { sentAnswer } from './passkey.ts';
import { checkPasskey, takePasskey } from './passkey-answer.ts';

const errors = errorTable('user', {
  missingCredential: [400, 'Missing required field: credential'],
  wrong: [401, 'Passkey is unknown or was not verified'],
});

/** Opens a dashboard session with a passkey alone, since it proves both the device and its user. */
export const logInWithPasskey = action({
  path: 'merchant/log-in-with-passkey',
  summary: 'Log in to the dashboard with a passkey',
  auth: ['anonymous'],
  environment: 'none',
  replayable: false,
  errors,
  input: z.object({ credential: sentAnswer(errors.missingCredential, errors.wrong) }),
  output: z.object({ merchant: merchantView }),
  prepare: async ({ input, now, ports, transact }) => {
    const checked = await checkPasskey(transact, input.credential, 'log-in', ports, now);
    if (!checked) throw errors.wrong();
    return checked;
  },
  handle: async ({ prepared: checked, caller, tx, now }) => {
    if (!(await takePasskey(tx, checked, now))) throw errors.wrong();
    const [merchant] = await findAccount(tx, checked.merchantId);
    if (!merchant) throw new Error('Passkey has no account');
    const { secret } = await openSession(tx, merchant.id, caller.client, now);
    const { address = null, userAgent = null } = caller.client ?? {};
    const place = { at: toIso(now), address, userAgent };
    await notifyAccount(tx, 'account.new_log_in', merchant, place, now);
    return { data: { merchant: viewMerchant(merchant) }, session: secret };
  },
});

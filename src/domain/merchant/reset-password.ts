import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { linkToken } from '../../contract/input.ts';
import { secretCodeHash } from '../../kit/secret-code.ts';
import { joinInvitedStores } from '../store-merchant/join-invited-stores.ts';
import {
  findAccountLink,
  lockAccount,
  replacePassword,
  takeAccountLink,
} from './account-link.queries.ts';
import { describeLiveKeys, notifyAccount } from './account-notice.ts';
import { merchantView, openSession, viewMerchant } from './merchant.ts';
import { newPassword, PASSWORD_LENGTH } from './new-password.ts';
import { requireSameFactor, requireSecondFactor, sentCode } from './second-factor.ts';
import { startAfresh } from './start-afresh.ts';

const errors = errorTable('user', {
  missingToken: [400, 'Missing required field: token'],
  missingPassword: [400, 'Missing required field: password'],
  shortPassword: [400, PASSWORD_LENGTH],
  invalidToken: [400, 'Link is invalid or has expired, request a new one'],
  codeRequired: [401, 'Second factor required'],
  wrongCode: [401, 'Second factor is wrong'],
  tooManyCodes: [429, 'Too many wrong codes, try again in 15 minutes'],
});

/**
 * Sets a new password with a mailed link and logs in. All earlier sessions end, and the address is
 * confirmed, since the link reached it. If it wasn't confirmed before, everything created earlier
 * may be a stranger's and is removed (docs/contract/accounts.md#first-proof).
 */
export const resetPassword = action({
  path: 'merchant/reset-password',
  summary: 'Set a new password with the mailed link, and log in',
  auth: ['anonymous'],
  environment: 'none',
  replayable: false,
  hashesPassword: true,
  errors,
  input: z.object({
    token: linkToken(errors.missingToken, errors.invalidToken),
    password: newPassword(errors.missingPassword, errors.shortPassword),
    code: sentCode(errors.wrongCode).nullish(),
  }),
  output: z.object({ merchant: merchantView }),
  prepare: async ({ input, now, ports, transact, network }) => {
    // Checked before the hashing, so that a stranger can't make us do that work.
    const [link] = await transact((tx) =>
      findAccountLink(tx, 'reset_password', secretCodeHash(input.token), now),
    );
    if (!link) throw errors.invalidToken();
    const passwordHash = await ports.passwords.hash(input.password, network);
    // An owner who confirms the address for the first time doesn't have a stranger's second factor.
    // After the hashing, which may be refused: a code works once.
    const { isProven, merchantId } = link;
    const { secrets } = ports;
    const passed = isProven
      ? await requireSecondFactor(transact, merchantId, input.code, secrets, now, errors)
      : null;
    return { passwordHash, passed };
  },
  handle: async ({ input, prepared: { passwordHash, passed }, caller, tx, now }) => {
    const tokenHash = secretCodeHash(input.token);
    const [used] = await takeAccountLink(tx, 'reset_password', tokenHash, now);
    if (!used) throw errors.invalidToken();
    const [account] = await lockAccount(tx, used.merchantId);
    const isFirstProof = account?.isProven === false;
    if (isFirstProof) await startAfresh(tx, used.merchantId, now);
    else await requireSameFactor(tx, used.merchantId, passed, errors);
    const [merchant] = await replacePassword(tx, used.merchantId, passwordHash, now);
    if (!merchant) throw new Error('Link has no account');
    const { id: sessionId, secret } = await openSession(tx, merchant.id, caller.client, now);
    const joiner = { merchantId: merchant.id, sessionId };
    await joinInvitedStores(tx, joiner, { path: resetPassword.path, input }, now);
    const keys = await describeLiveKeys(tx, merchant.id, now);
    const told = { keys, startedAfresh: isFirstProof ? 'yes' : null };
    await notifyAccount(tx, 'account.password_reset', merchant, told, now);
    return { data: { merchant: viewMerchant(merchant) }, session: secret };
  },
});

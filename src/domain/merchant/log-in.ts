import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { knownEmail } from '../../contract/email-input.ts';
import { errorTable } from '../../contract/errors.ts';
import { toIso } from '../../kit/time.ts';
import { notifyAccount } from './account-notice.ts';
import { findMerchantByEmail, shareAccount } from './merchant.queries.ts';
import { merchantView, openSession, viewMerchant } from './merchant.ts';
import { sentPassword } from './new-password.ts';
import { requireSameFactor, requireSecondFactor, sentCode } from './second-factor.ts';

/** Login attempts per minute for an account from one network. */
const ATTEMPTS_PER_MINUTE = 5;

const errors = errorTable('user', {
  missingEmail: [400, 'Missing required field: email'],
  missingPassword: [400, 'Missing required field: password'],
  wrong: [401, 'Invalid email or password'],
  codeRequired: [401, 'Second factor required'],
  wrongCode: [401, 'Second factor is wrong'],
  tooManyCodes: [429, 'Too many wrong codes, try again in 15 minutes'],
});

/** Opens a dashboard session; an unknown email and a wrong password get the same response. */
export const logIn = action({
  path: 'merchant/log-in',
  summary: 'Log in to the dashboard',
  auth: ['anonymous'],
  environment: 'none',
  replayable: false,
  attempts: [{ limit: ATTEMPTS_PER_MINUTE, by: ({ email }) => email }],
  hashesPassword: true,
  errors,
  input: z.object({
    email: knownEmail(errors.missingEmail, errors.wrong),
    password: sentPassword(errors.missingPassword, errors.wrong),
    code: sentCode(errors.wrongCode).nullish(),
  }),
  output: z.object({ merchant: merchantView }),
  prepare: async ({ input, now, ports, transact, network }) => {
    const [merchant] = await transact((tx) => findMerchantByEmail(tx, input.email));
    // An unknown email costs the same hashing, so the response time reveals nothing.
    const hash = merchant?.passwordHash ?? null;
    const matches = await ports.passwords.matches(input.password, hash, network);
    if (!merchant || !matches) throw errors.wrong();
    const { id } = merchant;
    const passed = await requireSecondFactor(transact, id, input.code, ports.secrets, now, errors);
    return { merchant, passed };
  },
  handle: async ({ prepared: { merchant, passed }, caller, tx, now }) => {
    // A password that was replaced since it was checked opens no session.
    const [current] = await shareAccount(tx, merchant.id, merchant.passwordHash);
    if (!current) throw errors.wrong();
    await requireSameFactor(tx, merchant.id, passed, errors);
    const { secret } = await openSession(tx, merchant.id, caller.client, now);
    const { address = null, userAgent = null } = caller.client ?? {};
    const place = { at: toIso(now), address, userAgent };
    await notifyAccount(tx, 'account.new_log_in', merchant, place, now);
    return { data: { merchant: viewMerchant(merchant) }, session: secret };
  },
});

import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { encodeId } from '../../kit/id.ts';
import { notifyAccount } from './account-notice.ts';
import { sentPassword } from './new-password.ts';
import { lockOwnAccount } from './own-account.ts';
import { checkOwnPassword, OWN_PASSWORD_TRIES } from './own-password.ts';
import {
  deleteAuthenticator,
  deleteSecondFactor,
  findAuthenticator,
  hasSecondFactor,
} from './second-factor.queries.ts';
import { requiredCode, takeCode } from './second-factor.ts';
import { endSessions } from './session.queries.ts';

const errors = errorTable('user', {
  missingPassword: [400, 'Missing required field: password'],
  missingCode: [400, 'Missing required field: code'],
  wrong: [403, 'Password is wrong'],
  notOn: [400, 'Two-factor login is off'],
  wrongCode: [403, 'Code is wrong'],
  tooManyCodes: [429, 'Too many wrong codes, try again in 15 minutes'],
});

/**
 * Removes the authenticator, given both password and code, and ends every other session, which may
 * have been opened with it; passkeys stay.
 */
export const disableTotp = action({
  path: 'merchant/disable-totp',
  summary: 'Turn two-factor login off',
  auth: ['dashboard'],
  environment: 'none',
  replayable: false,
  attempts: [OWN_PASSWORD_TRIES],
  hashesPassword: true,
  errors,
  input: z.object({
    password: sentPassword(errors.missingPassword, errors.wrong),
    code: requiredCode(errors.missingCode, errors.wrongCode),
  }),
  output: z.object({ disabled: z.boolean() }),
  prepare: async (context) => {
    const { input, now, ports, transact } = context;
    const account = await checkOwnPassword(context, input.password, errors.wrong);
    const outcome = await transact(async (tx) => {
      const [on] = await findAuthenticator(tx, account.id);
      return on ? takeCode(tx, account.id, input.code, ports.secrets, now) : 'none';
    });
    if (outcome === 'none') throw errors.notOn();
    if (outcome === 'wrong') throw errors.wrongCode();
    if (outcome instanceof Date) throw errors.tooManyCodes.until(outcome, now);
    return account;
  },
  handle: async ({ caller, prepared: account, tx, now }) => {
    // Otherwise recovery codes issued concurrently would remain.
    await lockOwnAccount(tx, caller);
    await deleteAuthenticator(tx, account.id);
    await endSessions(tx, account.id, caller.sessionId);
    const staysOn = await hasSecondFactor(tx, account.id);
    if (!staysOn) await deleteSecondFactor(tx, account.id);
    const notice = staysOn ? 'account.authenticator_removed' : 'account.two_factor_off';
    await notifyAccount(tx, notice, account, {}, now);
    return {
      data: { disabled: true },
      audit: { subjectType: 'merchant', subjectId: encodeId('MER', account.id) },
    };
  },
});

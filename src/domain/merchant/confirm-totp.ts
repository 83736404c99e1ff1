import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { encodeId } from '../../kit/id.ts';
import { notifyAccount } from './account-notice.ts';
import { ownAccount } from './merchant.ts';
import { lockOwnAccount } from './own-account.ts';
import { OWN_PASSWORD_TRIES } from './own-password.ts';
import { confirmAuthenticator, lockSecondFactor } from './second-factor.queries.ts';
import { giveRecoveryCodes, requiredCode, takeCode } from './second-factor.ts';
import { endSessions } from './session.queries.ts';

const errors = errorTable('user', {
  missingCode: [400, 'Missing required field: code'],
  alreadyOn: [400, 'Two-factor login is already on'],
  notBegun: [400, 'No authenticator waits to be confirmed'],
  wrongCode: [403, 'Code is wrong'],
  tooManyCodes: [429, 'Too many wrong codes, try again in 15 minutes'],
});

/**
 * Turns two-factor login on with the authenticator's first code. Returns the recovery codes once
 * and ends every other session, since those were opened without the second factor.
 */
export const confirmTotp = action({
  path: 'merchant/confirm-totp',
  summary: 'Turn two-factor login on',
  auth: ['dashboard'],
  environment: 'none',
  replayable: false,
  attempts: [OWN_PASSWORD_TRIES],
  errors,
  input: z.object({ code: requiredCode(errors.missingCode, errors.wrongCode) }),
  output: z.object({ recoveryCodes: z.array(z.string()), endedSessions: z.number() }),
  prepare: async ({ input, caller, now, ports, transact }) => {
    const { merchantId } = caller;
    const outcome = await transact(async (tx) => {
      const [factor] = await lockSecondFactor(tx, merchantId);
      if (factor?.isConfirmed) return 'on';
      const taken = await takeCode(tx, merchantId, input.code, ports.secrets, now, 'begun');
      return taken === 'taken' ? { sealedSecret: factor?.sealedSecret ?? '' } : taken;
    });
    if (outcome === 'on') throw errors.alreadyOn();
    if (outcome === 'none') throw errors.notBegun();
    if (outcome === 'wrong') throw errors.wrongCode();
    if (outcome instanceof Date) throw errors.tooManyCodes.until(outcome, now);
    return outcome;
  },
  handle: async ({ caller, prepared: { sealedSecret }, tx, now }) => {
    const { merchantId } = caller;
    await lockOwnAccount(tx, caller);
    // It may have been removed or replaced since its code was accepted.
    const [on] = await confirmAuthenticator(tx, merchantId, sealedSecret, now);
    if (!on) throw errors.notBegun();
    const recoveryCodes = await giveRecoveryCodes(tx, merchantId, now);
    const ended = await endSessions(tx, merchantId, caller.sessionId);
    const account = await ownAccount(tx, merchantId);
    await notifyAccount(tx, 'account.two_factor_on', account, {}, now);
    return {
      data: { recoveryCodes, endedSessions: ended.length },
      audit: { subjectType: 'merchant', subjectId: encodeId('MER', merchantId) },
    };
  },
});

import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { acrossFields } from '../../contract/input.ts';
import type { Tx } from '../../database/database.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';
import { sentPassword } from './new-password.ts';
import { lockOwnAccount } from './own-account.ts';
import { checkOwnPassword, OWN_PASSWORD_TRIES } from './own-password.ts';
import { sentAnswer } from './passkey.ts';
import { checkPasskey, takePasskey } from './passkey-answer.ts';
import { hasSecondFactor } from './second-factor.queries.ts';
import { sentCode, takeCode } from './second-factor.ts';
import { markProven } from './session.queries.ts';

const errors = errorTable('user', {
  missing: [400, 'Missing required field: password, code or credential'],
  factorRequired: [403, 'Second factor required'],
  wrong: [403, 'Password is wrong'],
  wrongCode: [403, 'Code is wrong'],
  wrongPasskey: [403, 'Passkey is unknown or was not verified'],
  tooManyCodes: [429, 'Too many wrong codes, try again in 15 minutes'],
});

/**
 * Steps up the session with a code or passkey, or a password if the account has neither
 * (docs/contract/accounts.md#recent).
 */
export const stepUp = action({
  path: 'merchant/step-up',
  summary: 'Reauthenticate the dashboard session',
  auth: ['dashboard'],
  environment: 'none',
  replayable: false,
  attempts: [OWN_PASSWORD_TRIES],
  hashesPassword: true,
  errors,
  input: z
    .object({
      password: sentPassword(errors.missing, errors.wrong).nullish(),
      code: sentCode(errors.wrongCode).nullish(),
      credential: sentAnswer(errors.missing, errors.wrongPasskey).optional(),
    })
    .check(
      acrossFields(({ given, refuse }) => {
        if (!given.password && !given.code && !given.credential) refuse(errors.missing);
      }),
    ),
  output: z.object({ provenAt: z.string() }),
  prepare: async (context) => {
    const { input, caller, now, ports, transact } = context;
    const { merchantId } = caller;
    if (input.credential) {
      const purpose = `step-up/${caller.sessionId}` as const;
      const checked = await checkPasskey(transact, input.credential, purpose, ports, now);
      if (checked?.merchantId !== merchantId) throw errors.wrongPasskey();
      return checked;
    }
    const { code } = input;
    if (!code) {
      await transact((tx) => refusePasswordAlone(tx, merchantId));
      await checkOwnPassword(context, input.password ?? '', errors.wrong);
      return 'password';
    }
    const outcome = await transact((tx) => takeCode(tx, merchantId, code, ports.secrets, now));
    if (outcome instanceof Date) throw errors.tooManyCodes.until(outcome, now);
    if (outcome !== 'taken') throw errors.wrongCode();
    return 'code';
  },
  handle: async ({ prepared: proof, caller, tx, now }) => {
    await lockOwnAccount(tx, caller);
    if (proof === 'password') await refusePasswordAlone(tx, caller.merchantId);
    else if (proof !== 'code' && !(await takePasskey(tx, proof, now))) throw errors.wrongPasskey();
    await markProven(tx, caller.sessionId, now);
    return {
      data: { provenAt: toIso(now) },
      audit: { subjectType: 'merchant', subjectId: encodeId('MER', caller.merchantId) },
    };
  },
});

/**
 * Throws if the account has two factors: a password and a stolen session could renew its recovery
 * codes.
 */
async function refusePasswordAlone(tx: Tx, merchantId: Id<'MER'>): Promise<void> {
  if (await hasSecondFactor(tx, merchantId)) throw errors.factorRequired();
}

import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { encodeId } from '../../kit/id.ts';
import { newTotpSecret, totpUri } from '../../kit/totp.ts';
import { sentPassword } from './new-password.ts';
import { lockOwnAccount } from './own-account.ts';
import { checkOwnPassword, OWN_PASSWORD_TRIES } from './own-password.ts';
import { requireRecentProof } from './recent-proof.ts';
import { hasSecondFactor, putSecondFactor } from './second-factor.queries.ts';
import { totpContext } from './second-factor.ts';

const errors = errorTable('user', {
  missingPassword: [400, 'Missing required field: password'],
  wrong: [403, 'Password is wrong'],
  alreadyOn: [400, 'Two-factor login is already on'],
});

/** Creates a secret for an authenticator; login requires no code until one has confirmed it. */
export const beginTotp = action({
  path: 'merchant/begin-totp',
  summary: 'Create a secret for an authenticator app',
  auth: ['dashboard'],
  environment: 'none',
  replayable: false,
  stepUp: 'in some cases',
  attempts: [OWN_PASSWORD_TRIES],
  hashesPassword: true,
  errors,
  input: z.object({
    password: sentPassword(errors.missingPassword, errors.wrong),
  }),
  output: z.object({ secret: z.string(), uri: z.string() }),
  prepare: (context) => checkOwnPassword(context, context.input.password, errors.wrong),
  handle: async ({ prepared: account, caller, tx, now, ports }) => {
    await lockOwnAccount(tx, caller);
    const secret = newTotpSecret();
    const sealed = ports.secrets.seal(secret, totpContext(account.id));
    const [kept] = await putSecondFactor(tx, account.id, sealed, now);
    if (!kept) throw errors.alreadyOn();
    // The password alone would add a second factor beside a passkey.
    if (await hasSecondFactor(tx, account.id)) requireRecentProof(caller, now);
    return {
      data: { secret, uri: totpUri(secret, account.email) },
      audit: { subjectType: 'merchant', subjectId: encodeId('MER', account.id) },
    };
  },
});

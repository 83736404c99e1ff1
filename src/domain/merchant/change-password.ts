import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { encodeId } from '../../kit/id.ts';
import { changeOwnPassword } from './account-link.queries.ts';
import { describeLiveKeys, notifyAccount } from './account-notice.ts';
import { requireLiveCredential } from './credential.queries.ts';
import { newPassword, PASSWORD_LENGTH, sentPassword } from './new-password.ts';
import { checkOwnPassword, OWN_PASSWORD_TRIES } from './own-password.ts';
import { endSessions } from './session.queries.ts';

const errors = errorTable('user', {
  missingCurrent: [400, 'Missing required field: currentPassword'],
  missingNew: [400, 'Missing required field: newPassword'],
  shortPassword: [400, PASSWORD_LENGTH],
  wrong: [403, 'Password is wrong'],
});

/** Changes the password, given the current one. Ends every other session and mails a notice. */
export const changePassword = action({
  path: 'merchant/change-password',
  summary: "Change the account's password, and end its other sessions",
  auth: ['dashboard'],
  environment: 'none',
  replayable: false,
  attempts: [OWN_PASSWORD_TRIES],
  hashesPassword: true,
  errors,
  input: z.object({
    currentPassword: sentPassword(errors.missingCurrent, errors.wrong),
    newPassword: newPassword(errors.missingNew, errors.shortPassword),
  }),
  output: z.object({ endedSessions: z.number() }),
  prepare: async (context) => {
    const { input, ports, network } = context;
    const account = await checkOwnPassword(context, input.currentPassword, errors.wrong);
    return { account, newHash: await ports.passwords.hash(input.newPassword, network) };
  },
  handle: async ({ prepared: { account, newHash }, caller, tx, now }) => {
    const [changed] = await changeOwnPassword(tx, account.id, account.passwordHash, newHash);
    if (!changed) throw errors.wrong();
    await requireLiveCredential(tx, caller);
    const ended = await endSessions(tx, account.id, caller.sessionId);
    const keys = await describeLiveKeys(tx, account.id, now);
    await notifyAccount(tx, 'account.password_changed', account, { keys }, now);
    return {
      data: { endedSessions: ended.length },
      audit: { subjectType: 'merchant', subjectId: encodeId('MER', account.id) },
    };
  },
});

import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { encodeId } from '../../kit/id.ts';
import { lockOwnAccount } from './own-account.ts';
import { endSessions } from './session.queries.ts';

const errors = errorTable('user', {});

/** Ends every session of the account, including this one. */
export const logOutEverywhere = action({
  path: 'merchant/log-out-everywhere',
  summary: 'End every dashboard session of the account',
  auth: ['dashboard'],
  environment: 'none',
  replayable: false,
  errors,
  input: z.object({}),
  output: z.object({ endedSessions: z.number() }),
  handle: async ({ caller, tx }) => {
    await lockOwnAccount(tx, caller);
    const ended = await endSessions(tx, caller.merchantId, null);
    return {
      data: { endedSessions: ended.length },
      session: null,
      audit: { subjectType: 'merchant', subjectId: encodeId('MER', caller.merchantId) },
    };
  },
});

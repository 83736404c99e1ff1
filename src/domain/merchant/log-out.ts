import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { deleteSession } from './merchant.queries.ts';

const errors = errorTable('user', {});

/** Ends the dashboard session of the cookie. */
export const logOut = action({
  path: 'merchant/log-out',
  summary: 'Log out of the dashboard',
  auth: ['dashboard'],
  environment: 'none',
  replayable: false,
  audited: false,
  errors,
  input: z.object({}),
  output: z.object({ loggedOut: z.boolean() }),
  handle: async ({ caller, tx }) => {
    await deleteSession(tx, caller.sessionId);
    return { data: { loggedOut: true }, session: null };
  },
});

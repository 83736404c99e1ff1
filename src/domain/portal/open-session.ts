import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { beginSession } from './begin-session.ts';
import { sessionView } from './portal.ts';

const errors = errorTable('order', { storeNotFound: [404, 'Store not found', 'store'] });

/** Exchanges a session token, which is valid for only five minutes, for a portal session. */
export const openSession = action({
  path: 'portal/open-session',
  summary: 'Enter the portal with a session token',
  auth: ['token'],
  environment: 'credential',
  replayable: false,
  errors,
  input: z.object({}),
  output: sessionView,
  handle: async ({ caller, tx, now }) => {
    const begun = await beginSession(tx, caller, now);
    if (!begun) throw errors.storeNotFound();
    return { data: begun };
  },
});

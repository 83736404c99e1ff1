import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { toIso } from '../../kit/time.ts';
import { listSessions as listLive } from './session.queries.ts';

const errors = errorTable('user', {});

/** Lists the account's dashboard sessions, newest first. */
export const listSessions = action({
  path: 'merchant/list-sessions',
  summary: "List the account's dashboard sessions, newest first",
  auth: ['dashboard'],
  environment: 'none',
  replayable: false,
  audited: false,
  errors,
  input: z.object({}),
  output: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        isCurrent: z.boolean(),
        address: z.string().nullable(),
        userAgent: z.string().nullable(),
        createdAt: z.string(),
        expiresAt: z.string(),
      }),
    ),
  }),
  handle: async ({ caller, tx, now }) => {
    const live = await listLive(tx, caller.merchantId, now);
    const sessions = live.map(({ id, address, userAgent, createdAt, expiresAt }) => ({
      ...{ id, isCurrent: id === caller.sessionId, address, userAgent },
      ...{ createdAt: toIso(createdAt), expiresAt: toIso(expiresAt) },
    }));
    return { data: { sessions } };
  },
});

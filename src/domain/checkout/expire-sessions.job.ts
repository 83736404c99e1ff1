import type { Job } from '../../contract/job.ts';
import {
  lockDueSessions,
  markSessionsExpired,
} from '../checkout-session/checkout-session.queries.ts';
import { endOrdersOfSessions } from '../order/order.queries.ts';

/** Sessions ended in one transaction. */
const BATCH = 200;

/** Ends sessions whose time is over, and with them their unpaid orders. */
export const expireSessions: Job = {
  name: 'expire-sessions',
  everyMs: 10_000,
  run: ({ database, now: currentTime }) =>
    database.transaction(async (tx) => {
      const time = currentTime();
      const due = await lockDueSessions(tx, time, BATCH);
      if (due.length === 0) return 0;
      const ended = await markSessionsExpired(
        tx,
        due.map(({ id }) => id),
      );
      await endOrdersOfSessions(tx, ended, time);
      return ended.length;
    }),
};

import type { Job, JobContext } from '../../contract/job.ts';
import { countInTurns } from '../../contract/store-turns.ts';
import type { Id } from '../../kit/id.ts';
import {
  findStoresWithDueSessions,
  lockDueSessions,
  markSessionsExpired,
} from '../checkout-session/due-sessions.queries.ts';
import { endOrdersOfSessions } from '../order/order.queries.ts';

/** Maximum number of sessions ended in one transaction. */
const BATCH = 200;

/** Ends expired sessions and their unpaid orders. */
export const expireSessions: Job = {
  name: 'expire-sessions',
  everyMs: 10_000,
  run: (context) => {
    const { database, now: currentTime } = context;
    return countInTurns(
      context,
      () => findStoresWithDueSessions(database, currentTime()),
      (storeId, most) => expireIn(context, storeId, most),
      BATCH,
    );
  },
};

function expireIn(
  { database, now: currentTime }: JobContext,
  storeId: Id<'STO'>,
  most: number,
): Promise<number> {
  return database.transaction(async (tx) => {
    const time = currentTime();
    const due = await lockDueSessions(tx, storeId, time, most);
    if (due.length === 0) return 0;
    const ended = await markSessionsExpired(
      tx,
      storeId,
      due.map(({ id }) => id),
    );
    await endOrdersOfSessions(tx, storeId, ended, time);
    return ended.length;
  });
}

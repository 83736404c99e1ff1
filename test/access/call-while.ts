import type { Database, Tx } from '../../src/database/database.ts';
import { countWaiting } from '../support/lock-waits.ts';
import type { Reply } from '../support/merchant.ts';

type Step = (tx: Tx) => Promise<unknown>;

/**
 * Makes the calls while a transaction has done `hold`. Once each call waits or is answered, does
 * `finish` and commits. Needs a server.
 */
export async function callWhile(
  database: Pick<Database, 'query' | 'transaction'>,
  { hold, finish }: { readonly hold: Step; readonly finish?: Step },
  calls: readonly (() => Promise<Reply>)[],
): Promise<readonly Reply[]> {
  let answered = 0;
  const answer = async (call: () => Promise<Reply>) => {
    const reply = await call();
    answered += 1;
    return reply;
  };
  const { replies } = await database.transaction(async (tx) => {
    await hold(tx);
    const made = Promise.all(calls.map(answer));
    // On another connection: within a transaction, statistics views keep their first snapshot.
    while ((await countWaiting(database)) + answered < calls.length);
    await finish?.(tx);
    return { replies: made };
  });
  return replies;
}

import { describe, expect, it } from 'vitest';
import { type ActionPath, actions } from '../../src/actions.ts';
import { sql, type Tx } from '../../src/database/database.ts';
import { lockingStores, onCluster } from '../../src/database/guard-stores.ts';
import { readSpread } from '../../src/database/spread.ts';
import { uuidOf } from '../support/catalogue.ts';
import { makeMerchant, type Reply } from '../support/merchant.ts';
import { needs } from '../support/needs.ts';
import { useTestApp } from '../support/test-app.ts';
import { callWhile } from './call-while.ts';
import { credentialsIn } from './credentials.ts';
import { answerOf, callersOf, textOf } from './expected.ts';
import { makePlaces, type Place } from './places.ts';
import { rowsOf } from './rows.ts';
import { hashTables } from './snapshot.ts';

const test = useTestApp();

/** Actions that may succeed as if they had run before the deletion, each with its reason. */
const EARLIER: Readonly<Partial<Record<ActionPath, string>>> = {
  'store/update-webhook': 'changes an existing object',
  'store/remove-webhook': 'takes away',
  'store/send-test-event': "sends a sample; receivers don't act on it",
  'webhook-delivery/resend-delivery': 'repeats an existing delivery',
  'webhook-delivery/resend-deliveries': 'repeats existing deliveries',
  'webhook-delivery/replay-deliveries': 'repeats existing deliveries',
  'onetime-order/cancel-order': 'ends an existing order',
  'subscription-order/cancel-order': 'ends an existing order',
  'subscription-order/end-order': 'ends an existing order',
  'subscription-order/reactivate-order': 'changes an existing order',
  'subscription-order/update-payment-method': 'changes an existing order',
  'billing-detail/update-detail': 'changes an existing object',
  'refund-ticket/review-ticket': 'decides an existing ticket',
  'refund-ticket/resubmit-ticket': 'changes an existing ticket',
  'test-clock/advance-clock': 'moves the time of existing objects',
  'checkout/preview-trial': 'reads',
  'checkout/preview-change': 'reads',
  'audit/list-entries': 'reads',
  'note/delete-note': 'takes away',
  'personal-data/export-customer': 'reads',
  'auth/issue-session-token': 'writes nothing; the token of a deleted store grants no access',
};

/**
 * All other writes lock the store, so none adds to it while it is being deleted
 * (docs/contract/invariants.md#10).
 */
const CASES = actions
  .flatMap((action) => rowsOf(action.path).map((row) => ({ action, row })))
  .filter(({ row, action }) => row.access === 'write' && !Object.hasOwn(EARLIER, action.path));

describe('a store whose deletion is about to commit', needs('server'), () => {
  it.each(
    CASES.map(({ action, row }) => [`${action.path} ${row.name ?? ''}`, action, row] as const),
  )('gets nothing more of %s', async (_title, action, row) => {
    const { test: place } = await makePlaces(test, await makeMerchant(test));
    const credentials = (await credentialsIn(place)).filter(({ kind }) =>
      callersOf(action, row).includes(kind ?? 'buyer'),
    );
    const makeBody = row.deletedBody ?? row.body;
    const bodies = await Promise.all(credentials.map(() => makeBody(place)));
    const before = await hashTables(test.database);
    const calls = credentials.map((credential, at) => () => credential.send(action, bodies[at]));
    const replies = await whileDeleting(place, calls);
    const after = await hashTables(test.database);
    expect({ ...after, store: '' }).toEqual({ ...before, store: '' });
    const wanted = credentials.map((credential) => answerOf(action, row, credential, 'deleted'));
    expect(replies.map(({ text }) => text)).toEqual(
      wanted.map((answer) => answer && textOf(answer)),
    );
  });
});

/** Makes the calls while delete-store has locked the store, and lets it commit. */
async function whileDeleting(
  { store }: Place,
  calls: readonly (() => Promise<Reply>)[],
): Promise<readonly Reply[]> {
  const id = uuidOf('STO', store.id);
  const hold = async (tx: Tx) => {
    await lockingStores(tx, 'update', [id]).query(sql`
      select from store where id = ${id} for update of store`);
    await tx.query(sql`update store set deleted_at = now() where id = ${id}`);
  };
  const isCluster = (await readSpread(test.database)) !== null;
  const database = isCluster ? onCluster(test.database) : test.database;
  return callWhile(database, { hold }, calls);
}

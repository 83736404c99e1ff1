import { beforeAll, describe, expect, it } from 'vitest';
import { actions } from '../../src/actions.ts';
import type { Action } from '../../src/contract/action.ts';
import { openDashboard, type TestDashboard } from '../support/dashboard.ts';
import { makeMerchant, type Reply, type TestMerchant } from '../support/merchant.ts';
import { useTestApp } from '../support/test-app.ts';
import { answerOf, type ObjectKind, textOf } from './expected.ts';
import { makePlaces, type Place } from './places.ts';
import type { Row } from './row.ts';
import { rowsOf } from './rows.ts';

const test = useTestApp();

const CASES = actions
  .filter(({ auth }) => auth.includes('apiKey') || auth.includes('dashboard'))
  .flatMap((action) => rowsOf(action.path).map((row) => ({ action, row })))
  .filter(({ row }) => ['write', 'read', 'owner'].includes(row.access));

/** The roles that the same key and session have on the store, and how they get them. */
const STEPS = [
  { role: 'admin', object: 'own', by: 'add-merchant' },
  { role: 'member', object: 'own', by: 'update-role' },
  { role: 'admin', object: 'own', by: 'update-role' },
  { role: 'member', object: 'foreign', by: 'remove-merchant' },
  { role: 'member', object: 'own', by: 'add-merchant' },
] as const;

let helper: TestMerchant;
let place: Place;
let session: TestDashboard;
beforeAll(async () => {
  helper = await makeMerchant(test);
  place = (await makePlaces(test, await makeMerchant(test))).test;
  session = await openDashboard(test, helper);
});

/** The steps build on one another: each changes the role assigned by the previous one. */
describe('every action of a store applies the current role', () => {
  it.each(STEPS)('after $by: $role', async ({ role, object, by }) => {
    expect(CASES.length).toBeGreaterThan(25);
    const who = { merchantId: helper.shortId, email: helper.email, role };
    const body = { storeId: place.store.id, ...who };
    const changed = await place.owner.call(`store-merchant/${by}`, body, { environment: 'prod' });
    expect(changed.status).toBe(200);
    const replies: string[] = [];
    // Sequential, because some bodies need a state that another action ends.
    for (const [at, { action, row }] of CASES.entries()) {
      const send = takesKey(action, at) ? callWithKey : callWithSession;
      replies.push(lineOf(action, await send(action, await bodyFor(row, place))));
    }
    expect(replies).toEqual(CASES.map((each, at) => wanted(each, at, role, object)));
  });
});

function takesKey({ auth }: Action, at: number): boolean {
  return at % 2 === 0 && auth.includes('apiKey');
}

function callWithKey({ path }: Action, body: unknown): Promise<Reply> {
  return helper.call(path, body);
}

function callWithSession({ path, environment }: Action, body: unknown): Promise<Reply> {
  return session.call(path, body, { environment: environment === 'credential' ? 'test' : null });
}

/** About the one store whose roles change, not one that the body creates. */
function bodyFor(row: Row, place: Place) {
  return (row.deletedBody ?? row.body)(place);
}

interface Case {
  readonly action: Action;
  readonly row: Row;
}

function wanted(
  { action, row }: Case,
  at: number,
  role: 'admin' | 'member',
  object: ObjectKind,
): string {
  const kind = takesKey(action, at) ? 'apiKey' : 'dashboard';
  const answer = answerOf(action, row, { kind, role, environment: 'test' }, object);
  return `${action.path}: ${answer ? `${answer.status} ${textOf(answer)}` : '200 data'}`;
}

function lineOf({ path }: Action, { status, text }: Reply): string {
  return `${path}: ${status} ${status === 200 ? 'data' : text}`;
}

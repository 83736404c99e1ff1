import { beforeAll, describe, expect, it } from 'vitest';
import { actions } from '../../src/actions.ts';
import type { Action } from '../../src/contract/action.ts';
import { sql } from '../../src/database/database.ts';
import { gatewayErrors } from '../../src/gateway/errors.ts';
import { makeMerchant, type Reply } from '../support/merchant.ts';
import { useTestApp } from '../support/test-app.ts';
import { type Credential, dashboard } from './credentials.ts';
import { answerOf, callersOf, textOf } from './expected.ts';
import { giveRole, makePlaces, type Places } from './places.ts';
import type { Fields, Row } from './row.ts';
import { rowsOf } from './rows.ts';
import { hashTables } from './snapshot.ts';

const test = useTestApp({ PROVIDER_PROD: 'sandbox' });

interface Case {
  readonly title: string;
  readonly action: Action;
  readonly row: Row;
}

/**
 * What changes a store or what it has. Either key may publish, and so may those whom a test key
 * added; what both environments share may be read.
 */
const CASES: readonly Case[] = actions
  .filter(({ environment, audited }) => environment !== 'none' || audited !== false)
  .flatMap((action) =>
    rowsOf(action.path).map((row) => {
      return { title: [action.path, row.name].filter(Boolean).join(' '), action, row };
    }),
  )
  .filter(({ row }) => ['write', 'owner'].includes(row.access) && !row.crosses)
  .filter(({ action, row }) => {
    const callers = callersOf(action, row);
    return callers.includes('apiKey') || callers.includes('dashboard');
  });

let places: Places;
/** An admin whom a test key added, with the key and the session of each environment. */
let credentials: Record<'test' | 'prod', readonly Credential[]>;
beforeAll(async () => {
  places = await makePlaces(test, await makeMerchant(test));
  const admin = await makeMerchant(test);
  await giveRole(test, places.test.store.id, admin.id, 'admin');
  await test.database.query(
    sql`update store_merchant set test_only = true where merchant_id = ${admin.id}`,
  );
  const inEach = async (environment: 'test' | 'prod'): Promise<Credential[]> => [
    {
      ...{ name: 'key', kind: 'apiKey', role: 'admin', environment },
      send: ({ path }, body) => admin.call(path, body, { environment }),
    },
    await dashboard(places[environment], 'admin', admin),
  ];
  credentials = { test: await inEach('test'), prod: await inEach('prod') };
});

const credentialsFor = ({ action, row }: Case, environment: 'test' | 'prod') =>
  credentials[environment].filter(({ kind }) => kind && callersOf(action, row).includes(kind));

describe('an admin whom a test key added', () => {
  it('changes nothing in production, with any action', async () => {
    expect(CASES.length).toBeGreaterThan(45);
    const calls: Call[] = [];
    for (const each of CASES) {
      const body = await (each.row.deletedBody ?? each.row.body)(places.prod);
      calls.push(...credentialsFor(each, 'prod').map((credential) => ({ each, credential, body })));
    }
    const before = await hashTables(test.database);
    const replies = await Promise.all(
      calls.map(({ each, credential, body }) => credential.send(each.action, body)),
    );
    expect(calls.map((call, at) => lineOf(call, replies[at]))).toEqual(calls.map(wantedIn));
    expect(await hashTables(test.database)).toEqual(before);
  });

  it('works in test as any admin', async () => {
    const replies: string[] = [];
    const cases = CASES.filter(({ action }) => action.environment === 'credential');
    for (const [at, each] of cases.entries()) {
      const [key, session] = credentialsFor(each, 'test');
      const credential = ((at % 2 === 0 && session) || key) as Credential;
      const { status } = await credential.send(each.action, await each.row.body(places.test));
      replies.push(`${each.title}: ${status}`);
    }
    expect(replies).toEqual(cases.map(({ title }) => `${title}: 200`));
  });
});

interface Call {
  readonly each: Case;
  readonly credential: Credential;
  readonly body: Fields;
}

function lineOf({ each, credential }: Call, reply: Reply | undefined): string {
  return `${each.title}, ${credential.name}: ${reply?.status} ${reply?.text}`;
}

/** What a member is answered. */
function wantedIn({ each: { action, row, title }, credential }: Call): string {
  const answer = answerOf(action, row, { ...credential, role: 'member' }, 'own');
  const wanted =
    row.shared && row.access === 'write' ? gatewayErrors.insufficientPermissions : answer;
  return `${title}, ${credential.name}: ${wanted?.status} ${wanted && textOf(wanted)}`;
}

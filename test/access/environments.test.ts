import { beforeAll, describe, expect, it } from 'vitest';
import { actions } from '../../src/actions.ts';
import type { Action } from '../../src/contract/action.ts';
import { gatewayErrors } from '../../src/gateway/errors.ts';
import { openDashboard } from '../support/dashboard.ts';
import { expectError } from '../support/error-rows.ts';
import { makeMerchant, type Reply } from '../support/merchant.ts';
import { useTestApp } from '../support/test-app.ts';
import type { Credential } from './credentials.ts';
import {
  rowsOfEnvironment,
  SHARED_TABLES,
  tablesByColumn,
  tablesOfOwnWay,
} from './environment-rows.ts';
import { errorOf, textOf } from './expected.ts';
import { MARKS, makePlaces, type Place, type Places } from './places.ts';
import type { Fields } from './row.ts';
import { rowsOf } from './rows.ts';
import { credentialsFor, idsIn, runAll } from './run-all.ts';
import { listTables } from './snapshot.ts';

const test = useTestApp({ PROVIDER_PROD: 'sandbox' });
const OTHER = { test: 'prod', prod: 'test' } as const;
const ALL = actions.flatMap((action) => rowsOf(action.path).map((row) => ({ action, row })));
const WITHIN = ALL.filter(({ row }) => !row.crosses);

let places: Places;
beforeAll(async () => {
  places = await makePlaces(test, await makeMerchant(test));
});

it('knows for every table which environment its rows belong to', async () => {
  const known = [...(await tablesByColumn(test.database)), ...tablesOfOwnWay, ...SHARED_TABLES];
  expect(known.sort()).toEqual(await listTables(test.database));
});

describe.each(['test', 'prod'] as const)('in the environment %s every action', (environment) => {
  const other = OTHER[environment];

  it('leaves every row of the other one unchanged and reveals none of it', async () => {
    const there = await runAll(places[other], WITHIN, 1);
    const before = await rowsOfEnvironment(test.database, other);
    const here = await runAll(places[environment], WITHIN);
    expect(await rowsOfEnvironment(test.database, other)).toEqual(before);
    expect(before.length).toBeGreaterThan(actions.length);
    // The IDs of a sample event belong to no object.
    const secrets = [MARKS[other], ...[...idsIn(there)].filter((id) => !/_0+$/.test(id))];
    expect(secrets.length).toBeGreaterThan(20);
    const told = here.filter(({ reply }) => secrets.some((secret) => reply.text.includes(secret)));
    // The dashboard's audit log shows both environments.
    const leaks = told.filter(
      ({ credential, action }) =>
        credential.kind !== 'dashboard' || action.environment === 'credential',
    );
    expect(leaks.map(({ action, reply }) => [action.path, reply.text])).toEqual([]);
  });

  it('refuses objects of the other one and leaves them unchanged', async () => {
    const cells = await cellsAbout(places[environment], places[other]);
    const before = await rowsOfEnvironment(test.database, other);
    const answers = await Promise.all(
      cells.map(async ({ action, credential, body }) => {
        const { status, text } = await credential.send(action, body);
        return `${action.path}, ${credential.name}: ${status} ${text}`;
      }),
    );
    expect(answers).toEqual(
      cells.map(({ action, credential, answer }) => {
        const row = errorOf(action, answer);
        // "Product has no version in test environment"
        const text = textOf(row).replace('...', environment);
        return `${action.path}, ${credential.name}: ${row.status} ${text}`;
      }),
    );
    expect(await rowsOfEnvironment(test.database, other)).toEqual(before);
  });
});

it('publishing adds to production and changes nothing in either', async () => {
  const crossing = ALL.filter(({ row }) => row.crosses);
  for (const environment of ['test', 'prod'] as const) {
    const bodies = await Promise.all(crossing.map(({ row }) => row.body(places[environment])));
    const before = await Promise.all([
      rowsOfEnvironment(test.database, 'test'),
      rowsOfEnvironment(test.database, 'prod'),
    ]);
    for (const [at, { action }] of crossing.entries()) {
      const { owner } = places.test;
      const reply = await owner.call(action.path, bodies[at], { environment });
      expect([action.path, reply.status]).toEqual([action.path, 200]);
    }
    expect(await rowsOfEnvironment(test.database, 'test')).toEqual(before[0]);
    const production = new Set(await rowsOfEnvironment(test.database, 'prod'));
    expect(before[1].filter((row) => !production.has(row))).toEqual([]);
    expect(production.size).toBeGreaterThan(new Set(before[1]).size);
  }
});

const refused = (
  reply: Reply,
  name: 'environmentForbidden' | 'environmentMismatch' | 'missingAuthentication',
) => {
  const { status, template, layer } = gatewayErrors[name];
  expectError(reply, status, template, layer);
};

const withKeys = actions.filter(({ auth }) => auth.includes('apiKey'));
it.each(withKeys)("no header extends an API key's access on $path", async ({
  path,
  environment: rule,
}) => {
  for (const environment of ['test', 'prod'] as const) {
    const headers = { 'x-environment': OTHER[environment] };
    const reply = await places.test.owner.call(path, {}, { environment, headers });
    refused(reply, rule === 'forbidden' ? 'environmentForbidden' : 'environmentMismatch');
  }
});

const ruled = actions.filter(
  ({ auth, environment }) => auth.includes('dashboard') && environment !== 'none',
);
it.each(ruled)('the dashboard sends an environment only if required: $path', async (action) => {
  const { call } = await openDashboard(test, places.test.owner);
  const isForbidden = action.environment === 'forbidden';
  const reply = await call(action.path, {}, { environment: isForbidden ? 'test' : null });
  refused(reply, isForbidden ? 'environmentForbidden' : 'missingAuthentication');
});

interface Cell {
  readonly action: Action;
  readonly credential: Credential;
  readonly body: Fields;
  readonly answer: string;
}

/** Calls with the place's credentials on objects of the store's other environment. */
async function cellsAbout(place: Place, other: Place): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const { action, row } of WITHIN) {
    const { elsewhere, second } = row;
    const credentials = await credentialsFor(place, action, row);
    for (const credential of credentials) {
      if (elsewhere) {
        cells.push({ action, credential, body: await row.body(other), answer: elsewhere });
      }
      if (second?.elsewhere) {
        const body = await second.body(place, other);
        const { elsewhere: answer, toToken = answer } = second;
        const isToken = credential.kind === 'token';
        cells.push({ action, credential, body, answer: isToken ? toToken : answer });
      }
    }
  }
  return cells;
}

import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { actions } from '../../src/actions.ts';
import type { Action } from '../../src/contract/action.ts';
import type { Reply } from '../support/merchant.ts';
import { useTestApp } from '../support/test-app.ts';
import { makeWorld, type World } from './bodies.ts';
import { type Credential, credentialsIn } from './credentials.ts';
import { answerOf, callersOf, errorOf } from './expected.ts';
import { anyProduct, anyWebhook } from './objects.ts';
import type { Fields, Row } from './row.ts';
import { rowsOf } from './rows.ts';
import { dumpTables } from './snapshot.ts';

const test = useTestApp();
let world: World;
let strange: Fields;
beforeAll(async () => {
  world = await makeWorld(test);
  strange = await strangeFields();
});

describe.each(
  actions.flatMap((action) =>
    rowsOf(action.path).map((row) => [`${action.path} ${row.name ?? ''}`, action, row] as const),
  ),
)('%s', (_title, action, row) => {
  it('does the same whatever undocumented fields the body has', async () => {
    const own = world.own.test;
    const kinds = await credentialsFor(action, row);
    // Objects that bodies share are created here, before the two calls that are compared.
    await row.body(own);
    for (const at of kinds.keys()) {
      const plain = await effectOf(action, kinds[at], await row.body(own));
      // A new session each time, since log-out uses one up.
      const credential = (await credentialsFor(action, row))[at];
      const body = withFields(await row.body(own), undocumented(action));
      const effect = await effectOf(action, credential, body);
      if (isDeepStrictEqual(effect, plain)) continue;
      // The first call may see a state that no later one sees, such as having no test clock yet.
      const again = (await credentialsFor(action, row))[at];
      expect(effect).toEqual(await effectOf(action, again, await row.body(own)));
    }
    expect(({} as Fields).polluted).toBeUndefined();
  });
});

/** Fields an attacker might try to set. */
async function strangeFields(): Promise<Fields> {
  const { own, foreign } = world;
  const text = JSON.stringify({
    ...{ status: 'suspended', prodEnabled: true, slug: 'taken', environment: 'prod' },
    ...{ deletedAt: '2020-01-01T00:00:00.000Z', createdAt: '2020-01-01T00:00:00.000Z' },
    ...{ supportEmail: 'thief@example.com', website: 'https://thief.example', role: 'owner' },
    ...{ id: foreign.test.store.id, storeId: foreign.test.store.id },
    ...{ merchantId: foreign.test.owner.shortId, buyerIdentity: 'somebody else' },
    ...{ productId: await anyProduct(foreign.test, 'onetime'), versionNumber: 7 },
    ...{ webhookId: await anyWebhook(own.test), total: '0.01', now: '2020-01-01' },
    constructor: { prototype: { polluted: true } },
  });
  return JSON.parse(`${text.slice(0, -1)},"__proto__":{"polluted":true,"role":"owner"}}`);
}

/** The fields that the action's input doesn't have. */
function undocumented({ input }: Action): Fields {
  const shape = 'shape' in input ? (input.shape as Fields) : {};
  return Object.fromEntries(
    Object.entries(strange).filter(([name]) => !Object.hasOwn(shape, name)),
  );
}

/** `__proto__` remains an ordinary field. */
function withFields(body: Fields, fields: Fields): Fields {
  return Object.fromEntries([...Object.entries(fields), ...Object.entries(body)]);
}

/** One credential of each kind that may call. */
async function credentialsFor(action: Action, row: Row): Promise<Credential[]> {
  const all = await credentialsIn(world.own.test);
  const callers = callersOf(action, row);
  const allowed = all.filter((credential) => callers.includes(credential.kind ?? 'buyer'));
  // Sign-up and login ignore credentials.
  if (allowed.length === 0) return all.slice(0, 1);
  const isMerchants = ({ kind }: Credential) =>
    (kind === 'apiKey' && !row.shared) || kind === 'dashboard';
  const first = allowed.find(isMerchants);
  const isOther = ({ kind }: Credential) => kind !== 'apiKey' && kind !== 'dashboard';
  const chosen = allowed.filter((each) => isOther(each) || each === first);
  expect(chosen.map((credential) => answerOf(action, row, credential, 'own')?.status)).toEqual(
    chosen.map(() => row.answers && errorOf(action, row.answers).status),
  );
  return chosen;
}

/** The answer, and the rows added and removed, without random parts. */
async function effectOf(action: Action, credential: Credential | undefined, body: Fields) {
  const before = await dumpTables(test.database);
  const { status, text } = (await credential?.send(action, body)) as Reply;
  const after = await dumpTables(test.database);
  const [wasThere, isThere] = [new Set(before), new Set(after)];
  const came = after.filter((row) => !wasThere.has(row)).map(normalized);
  const went = before.filter((row) => !isThere.has(row)).map(tableOf);
  return { status, text: normalized(text), came: came.sort(), went: went.sort() };
}

/** Both calls may act on the same object, which the first has already changed. */
function tableOf(row: string): string {
  return row.split(' ', 1)[0] as string;
}

/** Replaces times, ids, hashes, keys, tokens and the random ends of slugs; field names are kept. */
function normalized(text: string): string {
  return text
    .replaceAll(/("slug": ?"[^"]*)-[a-z0-9]{8}"/g, '$1 and its end"')
    .replaceAll(/only-in-test [0-9a-f]{32}|only-in-test-[0-9a-f]{32}/g, 'NAME')
    .replaceAll(/-----BEGIN[^"]*/g, 'PEM')
    .replaceAll(/\d{4}-\d\d-\d\d(T[\d:.]+(\+00:00|Z))?/g, 'TIME')
    .replaceAll(/[\w+/=-]{20,}(?![\w+/=-]*\\?":)/g, 'ID');
}

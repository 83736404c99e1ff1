import { type Actor, asVisitorOf, type Shop, type Stand, signedBy } from './actor.ts';
import { type Call, exchange } from './sending.ts';
import { aShop, type Step } from './steps-shop.ts';

const CREATE = '/v1/actions/store/create-store';
const UPDATE = '/v1/actions/store/update-store';
const LARGE_BYTES = 1_100_000;
const OLD_SECONDS = 301;

interface Hostile {
  readonly what: string;
  readonly expected: number;
  readonly invariant: number;
  readonly make: (stand: Stand, actor: Actor, shop: Shop) => Partial<Call>;
}

/** What an attacker or a broken client sends, and the status it must get during any fault. */
const HOSTILE: readonly Hostile[] = [
  bad('broken JSON', 400, '{"name":'),
  bad('a list', 400, '[]'),
  bad('a number', 400, '7'),
  bad('deep nesting', 400, `{"name":${'['.repeat(70)}${']'.repeat(70)}}`),
  bad('NUL in a text', 400, '{"name":"a\\u0000b"}'),
  bad('half a surrogate pair', 400, '{"name":"\\ud800"}'),
  bad('no name', 400, '{}'),
  bad('a blank name', 400, '{"name":"  "}'),
  bad('a control character', 400, '{"name":"a\\u0007b"}'),
  bad('a long name', 400, JSON.stringify({ name: 'x'.repeat(49) })),
  bad('a body above 1 MB', 413, JSON.stringify({ name: 'x'.repeat(LARGE_BYTES) })),
  {
    ...{ what: 'another content type', expected: 415, invariant: 30 },
    make: () => ({ headers: { 'content-type': 'text/plain' } }),
  },
  {
    ...{ what: 'a query string', expected: 400, invariant: 29 },
    make: () => ({ target: `${CREATE}?name=x` }),
  },
  {
    ...{ what: 'another method', expected: 405, invariant: 30 },
    make: () => ({ method: 'PUT' }),
  },
  {
    ...{ what: 'another spelling of the path', expected: 404, invariant: 29 },
    make: () => ({ target: '/v1/actions/store//create-store' }),
  },
  {
    ...{ what: 'no credential', expected: 400, invariant: 26 },
    make: () => ({ credential: () => ({}) }),
  },
  {
    ...{ what: 'two credentials', expected: 400, invariant: 29 },
    make: (_stand, _actor, shop) => ({ headers: { 'x-store-slug': shop.slug } }),
  },
  {
    ...{ what: 'a visitor who writes', expected: 403, invariant: 26 },
    make: (_stand, _actor, shop) => ({ credential: asVisitorOf(shop) }),
  },
  {
    ...{ what: 'the key of another merchant', expected: 401, invariant: 29 },
    make: (stand, actor) => {
      const other = stand.actors.find(({ name }) => name !== actor.name) ?? actor;
      return { credential: signedBy(actor, other.merchant.keys.test.privateKey) };
    },
  },
  {
    ...{ what: 'an altered signature', expected: 401, invariant: 29 },
    make: (_stand, actor) => ({
      credential: async (target, text) => {
        const headers = await signedBy(actor)(target, text);
        return { ...headers, 'x-signature': `${headers['x-signature']}==` };
      },
    }),
  },
  {
    ...{ what: 'an old signature', expected: 401, invariant: 29 },
    make: (_stand, actor) => ({
      credential: async (target, text) => {
        const headers = await signedBy(actor)(target, text);
        return { ...headers, 'x-timestamp': String(Math.floor(Date.now() / 1000) - OLD_SECONDS) };
      },
    }),
  },
  {
    ...{ what: 'another merchant’s store', expected: 403, invariant: 26 },
    make: (stand, actor) => {
      const others = stand.actors.filter(({ name }) => name !== actor.name);
      const id = others.flatMap(({ shops }) => shops)[0]?.id;
      return id ? { target: UPDATE, body: { id, name: 'taken over' } } : { body: {} };
    },
  },
];

/** One row with a valid credential and an invalid body. */
function bad(what: string, expected: number, body: string): Hostile {
  return {
    what,
    expected,
    invariant: /name|character/.test(what) ? 31 : 30,
    make: () => ({ body }),
  };
}

/** Sends a few hostile requests; an answer with another status is a sighting. */
export const attack: Step = async (stand, actor) => {
  const shop = aShop(actor);
  if (!shop) return;
  for (let count = 0; count < 3; count += 1) {
    const { what, expected, invariant, make } = actor.random.pick(HOSTILE);
    const made = make(stand, actor, shop);
    // Requests without an error would prove nothing by their status.
    const call = {
      name: 'hostile',
      target: CREATE,
      body: {},
      credential: signedBy(actor),
      ...made,
    };
    const reply = await exchange(stand, call);
    if (reply === null || reply.status >= 500) continue;
    stand.journal.count(`hostile: ${what}`);
    const isOther = reply.status !== expected && !isWithoutTarget(what, call.target);
    if (!isOther) continue;
    const fault = `${what} was answered with ${reply.status} ${reply.text.slice(0, 120)}`;
    stand.journal.sightings.push({ invariant, fault });
  }
};

function isWithoutTarget(what: string, target: string): boolean {
  return what.startsWith('another merchant’s') && target !== UPDATE;
}

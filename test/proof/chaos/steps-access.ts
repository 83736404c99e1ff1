import { EVENT_TYPES } from '../../../src/events/event-types.ts';
import { takeKeyPair } from '../../support/key-pairs.ts';
import {
  type Actor,
  act,
  dataIn,
  newKey,
  type Stand,
  signedBy,
  signedForProduction,
} from './actor.ts';
import { nextTransaction } from './next-transaction.ts';
import { exchange } from './sending.ts';
import { aShop, type Step } from './steps-shop.ts';

/** Maximum webhooks of one actor at a time. */
const MAX_HOOKS = 8;

export const addWebhook: Step = async (stand, actor) => {
  const shop = aShop(actor);
  const live = actor.hooks.filter(({ removingAt }) => removingAt === null);
  if (!shop || live.length >= MAX_HOOKS) return;
  const receiver = actor.random.pick(stand.receivers);
  const key = newKey(stand);
  const path = `/hook?webhook=${key}&token=${stand.canaries.token}`;
  const url = new URL(path, receiver.url).toString();
  const body = { storeId: shop.id, channel: 'http', url, events: EVENT_TYPES, testMode: true };
  const data = dataIn(await act(stand, actor, 'store/add-webhook', body, { kind: 'webhook', key }));
  if (!data) return;
  const { id } = data.webhook;
  const since = await nextTransaction(stand.database, { id, storeId: shop.id });
  actor.hooks.push({
    ...{ id, storeId: shop.id, path, receiver, since, removingAt: null, removedAt: null },
  });
};

export const removeWebhook: Step = async (stand, actor) => {
  const live = actor.hooks.filter(({ removingAt }) => removingAt === null);
  if (live.length < MAX_HOOKS / 2) return;
  const hook = actor.random.pick(live);
  hook.removingAt = Date.now();
  const made = await act(stand, actor, 'store/remove-webhook', { id: hook.id });
  if (made.outcome === 'acknowledged') hook.removedAt = Date.now();
};

/**
 * Creates a key, uses it, deletes it, and immediately uses it on every process
 * (docs/contract/invariants.md#27).
 */
export const deleteKey: Step = async (stand, actor) => {
  const { publicKey, privateKey } = await takeKeyPair();
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const nickname = newKey(stand);
  const credential = () => ({ cookie: actor.cookie, 'x-environment': 'test' });
  const body = { environment: 'test', nickname, publicKey: pem };
  const made = await exchange(stand, {
    ...{ name: 'api-key/create-key', target: '/v1/actions/api-key/create-key', body, credential },
  });
  if (made?.status !== 200) return;
  const { id } = made.body.data.apiKey;
  const used = await scan(stand, stand.baseUrl, actor, privateKey);
  if (used?.status === 401) {
    stand.journal.sightings.push({ invariant: 27, fault: `the new key ${id} was refused` });
  }
  const deleted = await act(stand, actor, 'api-key/delete-key', { id }, { credential });
  if (deleted.outcome !== 'acknowledged') return;
  const replies = await Promise.all(
    stand.apiUrls.map((url) => scan(stand, url, actor, privateKey)),
  );
  for (const reply of replies) {
    if (reply?.status === 401) stand.journal.count('deleted keys refused');
    if (reply?.status !== 200) continue;
    stand.journal.sightings.push({ invariant: 27, fault: `the deleted key ${id} was taken` });
  }
};

/**
 * Checks a prompt with the given key; its text must leave no trace
 * (docs/contract/invariants.md#33).
 */
function scan(
  stand: Stand,
  baseUrl: string,
  actor: Actor,
  key = actor.merchant.keys.test.privateKey,
) {
  return exchange(
    { ...stand, baseUrl },
    {
      name: 'verification/scan-prompt',
      target: '/v1/actions/verification/scan-prompt',
      body: { prompt: `a harbour at dusk, ${stand.canaries.prompt}, oil painting` },
      credential: signedBy(actor, key),
    },
  );
}

export const scanPrompt: Step = async (stand, actor) => {
  const reply = await scan(stand, stand.baseUrl, actor);
  if (reply?.status === 200) stand.journal.count('prompts judged');
};

/**
 * Two requests with the same signature and no key: both execute (docs/contract/invariants.md#6).
 */
export const sendTwins: Step = async (stand, actor) => {
  const product = actor.shops.flatMap(({ products }) => products)[0];
  if (!product) return;
  const name = 'checkout/create-session';
  const target = `/v1/actions/${name}`;
  const body = JSON.stringify({ productId: product.id, currency: 'USD' });
  const headers = await signedBy(actor)(target, body);
  const call = { name, target, body, credential: () => headers };
  const twins = await Promise.all([1, 2].map(() => exchange(stand, call)));
  const ids = twins.map((reply) => reply?.body?.data?.sessionId);
  if (ids.some((id) => typeof id !== 'string')) return;
  stand.journal.count('twins executed');
  if (ids[0] !== ids[1]) return;
  stand.journal.sightings.push({ invariant: 6, fault: `twins share the session ${ids[0]}` });
};

/** Tries to create more stores than allowed, many concurrently (docs/contract/invariants.md#7). */
export const hoard: Step = async (stand, actor) => {
  const writes = await Promise.all(
    Array.from({ length: 8 }, () => {
      const key = newKey(stand);
      return act(stand, actor, 'store/create-store', { name: key }, { kind: 'store', key });
    }),
  );
  const ids = writes.flatMap((made) => dataIn(made)?.store.id ?? []);
  if (writes.some(({ outcome }) => outcome === 'refused')) {
    stand.journal.count('stores refused at the limit');
  }
  const credential = signedForProduction(actor);
  for (const id of ids.slice(0, 2)) {
    await act(stand, actor, 'store/delete-store', { id }, { credential });
  }
};

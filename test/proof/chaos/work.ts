import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '../../graphql/random.ts';
import { type Actor, act, makeActor, newKey, type Stand } from './actor.ts';
import {
  addWebhook,
  deleteKey,
  hoard,
  removeWebhook,
  scanPrompt,
  sendTwins,
} from './steps-access.ts';
import { attack } from './steps-hostile.ts';
import { buyOnPage, buyWithToken, refund, subscribe } from './steps-selling.ts';
import {
  addProduct,
  changeShop,
  deleteWhileAdding,
  openShop,
  publish,
  read,
  type Step,
} from './steps-shop.ts';
import { advanceClock, cancelOrKeep, changePlan } from './steps-subscriptions.ts';

/** A key that every actor uses once: scopes keep them separate (docs/contract/invariants.md#5). */
const SHARED_KEY = 'the-same-key-for-everybody';
/** Maximum milliseconds between two steps of an actor. */
const MAX_REST_MS = 150;

/** The relative frequency of a step, and its name. */
export type WeighedStep = readonly [number, string, Step];

const STEPS: readonly WeighedStep[] = [
  [3, 'open a shop', openShop],
  [3, 'change a shop', changeShop],
  [5, 'add a product', addProduct],
  [2, 'publish', publish],
  [1, 'delete a store while adding', deleteWhileAdding],
  [8, 'read', read],
  [10, 'buy on the page', buyOnPage],
  [8, 'buy with a token', buyWithToken],
  [8, 'subscribe', subscribe],
  [8, 'refund', refund],
  [6, 'cancel or keep', cancelOrKeep],
  [5, 'change the plan', changePlan],
  [6, 'move the test clock', advanceClock],
  [6, 'add a webhook', addWebhook],
  [1, 'remove a webhook', removeWebhook],
  [1, 'delete a key', deleteKey],
  [2, 'scan a prompt', scanPrompt],
  [2, 'send twins', sendTwins],
  [6, 'attack', attack],
];

/** Creates the actors and lets each set up what it needs before anything breaks. */
export async function prepareActors(stand: Stand, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const random = createRandom(stand.seed * 1_000 + number);
    const actor = await makeActor(stand, `merchant ${number}`, random);
    stand.actors.push(actor);
    await act(stand, actor, 'store/create-store', { name: newKey(stand) }, { key: SHARED_KEY });
    for (const step of [openShop, addProduct, addProduct, addProduct, addWebhook, addWebhook]) {
      await step(stand, actor);
    }
  }
}

/** Each actor takes one random step after another until stopped; one of them hoards stores. */
export async function workAll(stand: Stand, isOn: () => boolean): Promise<void> {
  const [hoarder, ...others] = stand.actors;
  const rest = ({ random }: Actor) => pause(random.below(MAX_REST_MS));
  const hoarding = async (actor: Actor) => {
    while (isOn()) {
      await hoard(stand, actor);
      stand.journal.count('step: hoard stores');
      await pause(2_000);
    }
  };
  const working = takeSteps(stand, others, STEPS, rest, isOn);
  await Promise.all([working, ...(hoarder ? [hoarding(hoarder)] : [])]);
}

/** Each of the actors takes one random step after another, pausing after each. */
export async function takeSteps(
  stand: Stand,
  actors: readonly Actor[],
  steps: readonly WeighedStep[],
  rest: (actor: Actor) => Promise<unknown>,
  isOn: () => boolean,
): Promise<void> {
  const bag = steps.flatMap((entry) => Array.from({ length: entry[0] }, () => entry));
  const work = async (actor: Actor) => {
    while (isOn()) {
      const [, name, step] = actor.random.pick(bag);
      await step(stand, actor).catch((error: Error) => {
        throw new Error(`"${name}" of ${actor.name} failed: ${error.stack}`);
      });
      stand.journal.count(`step: ${name}`);
      await rest(actor);
    }
  };
  await Promise.all(actors.map(work));
}

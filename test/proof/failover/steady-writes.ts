import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '../../graphql/random.ts';
import {
  type Actor,
  act,
  dataIn,
  makeActor,
  newKey,
  type Stand,
  signedBy,
} from '../chaos/actor.ts';
import type { Write } from '../chaos/journal.ts';
import { exchange, type KeyedCall, PATIENCE_MS, settle } from '../chaos/sending.ts';

/** Merchants that share the writes. */
const WRITERS = 8;
/** Maximum concurrent writes: while nothing answers, no more are started. */
const MAX_OPEN = 150;
const TICK_MS = 5;
const LOOK_MS = 5;

/** Signed writes at a steady rate, each with its own key, until stopped. */
export interface SteadyWrites {
  /**
   * Returns when the API process first acknowledged a write after the time, within the given limit.
   */
  untilAcknowledged(apiUrl: string, after: number, maxMs: number): Promise<number>;
  /**
   * Writes started and acknowledged so far, and those not started because too many were in
   * progress.
   */
  counts(): SteadyCounts;
  stop(): Promise<void>;
}

export interface SteadyCounts {
  readonly begun: number;
  readonly acknowledged: number;
  readonly heldBack: number;
}

interface Writer {
  readonly actor: Actor;
  readonly storeId: string;
  readonly productId: string;
}

/**
 * Every other write opens a checkout session, the rest rename a store; all API processes get
 * equally many.
 */
export async function startSteadyWrites(stand: Stand, perSecond: number): Promise<SteadyWrites> {
  const writers: Writer[] = [];
  for (let number = 1; number <= WRITERS; number += 1) {
    writers.push(await makeWriter(stand, number));
  }
  const acknowledgedAt = new Map(stand.apiUrls.map((url) => [url, [] as number[]]));
  const open = new Set<Promise<void>>();
  const counts = { begun: 0, acknowledged: 0, heldBack: 0 };
  let isOn = true;
  const writeOne = async (nth: number) => {
    const apiUrl = stand.apiUrls[nth % stand.apiUrls.length] as string;
    const writer = writers[nth % writers.length] as Writer;
    const made = await send(stand, apiUrl, callOf(stand, writer, nth));
    if (made.outcome !== 'acknowledged') return;
    counts.acknowledged += 1;
    acknowledgedAt.get(apiUrl)?.push(Date.now());
  };
  const running = (async () => {
    const from = performance.now();
    for (let due = 0; isOn; due = ((performance.now() - from) / 1_000) * perSecond) {
      while (counts.begun + counts.heldBack < due) {
        if (open.size >= MAX_OPEN) {
          counts.heldBack += 1;
          continue;
        }
        const call = writeOne(counts.begun).finally(() => open.delete(call));
        open.add(call);
        counts.begun += 1;
      }
      await pause(TICK_MS);
    }
  })();
  return {
    counts: () => ({ ...counts }),
    untilAcknowledged: async (apiUrl, after, maxMs) => {
      for (;;) {
        const times = acknowledgedAt.get(apiUrl) ?? [];
        const first = times.findLastIndex((at) => at <= after) + 1;
        if (first < times.length) return times[first] as number;
        if (Date.now() > after + maxMs) return after + maxMs;
        await pause(LOOK_MS);
      }
    },
    stop: async () => {
      isOn = false;
      await running;
      await Promise.all(open);
    },
  };
}

async function makeWriter(stand: Stand, number: number): Promise<Writer> {
  const random = createRandom(stand.seed * 1_000 + 500 + number);
  const actor = await makeActor(stand, `writer ${number}`, random);
  const store = dataIn(await act(stand, actor, 'store/create-store', { name: newKey(stand) }));
  const prices = { USD: { amount: '5.00', taxCategory: 'saas' } };
  const body = { storeId: store.store.id, name: newKey(stand), prices };
  const made = dataIn(await act(stand, actor, 'onetime-product/create-product', body));
  return { actor, storeId: store.store.id, productId: made.product.id };
}

function callOf(stand: Stand, { actor, storeId, productId }: Writer, nth: number): KeyedCall {
  const key = newKey(stand);
  const isSession = Math.floor(nth / (WRITERS * stand.apiUrls.length)) % 2 === 0;
  const name = isSession ? 'checkout/create-session' : 'store/update-store';
  const body = isSession
    ? { productId, currency: 'USD', metadata: { chaosKey: key } }
    : { id: storeId, name: key };
  const kind = isSession ? 'session' : 'other';
  return { name, target: `/v1/actions/${name}`, body, credential: signedBy(actor), kind, key };
}

/** Like a compliant client: retries with the same key while the outcome is unknown. */
async function send(stand: Stand, baseUrl: string, call: KeyedCall): Promise<Write> {
  const { journal } = stand;
  const { kind, name, key } = call;
  const headers = { 'x-idempotency-key': key };
  const again = () => exchange({ baseUrl, journal }, { ...call, headers });
  const made: Write = {
    ...{ kind, name, key, again },
    outcome: 'unknown',
    text: null,
    reply: null,
  };
  journal.writes.push(made);
  await settle(made, journal, PATIENCE_MS);
  // Hundreds of thousands are kept, so only their text is.
  if (made.outcome === 'acknowledged') made.reply = null;
  return made;
}

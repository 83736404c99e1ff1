// Signed create-product compared with the same endpoint written by hand with Fastify and pg, on the
// same tables and with the same requests, with and without an idempotency key. The peer is
// installed from its own lock file for the duration of the run.

import { openServer } from '../src/database/open.ts';
import { decodeId } from '../src/kit/id.ts';
import { benchServerUrl } from './support/bench-server.ts';
import { LIGHT_LOAD } from './support/light-load.ts';
import { NUMBER_MARK } from './support/load.ts';
import { type Turn, takeTurn } from './support/load-turn.ts';
import { signUpMerchant } from './support/merchant.ts';
import { startPeer } from './support/peer.ts';
import { median, report } from './support/report.ts';
import { bar, type Figure } from './support/result.ts';
import { scaled } from './support/scale.ts';
import { startService } from './support/service.ts';
import { makeStore, productRequests } from './support/shop.ts';

const SECONDS = scaled(4, 1);
const ROUNDS = scaled(5, 2);
const CONNECTIONS = 16;
/** Targets. */
const MIN_PLAIN = 1;
const MIN_KEYED = 0.95;

const SIDES = ['ours', 'theirs'] as const;
const CALLS = ['plain', 'keyed'] as const;
type Turns = Record<(typeof SIDES)[number], Record<(typeof CALLS)[number], Turn>>;

if (benchServerUrl) await measure();

async function measure(): Promise<void> {
  const service = await startService('postgres');
  const databaseUrl = service.databaseUrl as string;
  const database = await openServer(databaseUrl, 1, 10_000);
  const merchant = await signUpMerchant(service);
  const store = await makeStore(service, merchant);
  const ids = {
    [merchant.id]: decodeId('MER', merchant.id),
    [store.id]: decodeId('STO', store.id),
  };
  const peer = await startPeer('hand-written', {
    DATABASE_URL: databaseUrl,
    POOL_SIZE: String(CONNECTIONS),
    IDS: JSON.stringify(ids),
  });
  const requests = {
    plain: productRequests(merchant, store),
    keyed: productRequests(merchant, store, [`X-Idempotency-Key: bench-${NUMBER_MARK}`]),
  };
  const places = { ours: service, theirs: peer };
  const turn = (side: keyof typeof places, call: keyof typeof requests): Promise<Turn> => {
    const load = { connections: CONNECTIONS, seconds: SECONDS, requests: requests[call] };
    return takeTurn(database, places[side], load);
  };
  const rounds: Turns[] = [];
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const turns = { ours: {}, theirs: {} } as Turns;
    for (const call of CALLS) {
      // The order alternates, so that going first is no advantage.
      for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) {
        turns[side][call] = await turn(side, call);
      }
    }
    if (round > 0) rounds.push(turns);
  }
  await peer.stop();
  await database.close();
  await service.stop();
  print(rounds);
}

function print(rounds: readonly Turns[]): void {
  const middle = (pick: (turns: Turns) => number) => median(rounds.map(pick));
  const rate = (side: keyof Turns, call: keyof Turns['ours']) =>
    middle((turns) => turns[side][call].result.perSecond);
  const ratio = (call: keyof Turns['ours']) =>
    middle(({ ours, theirs }) => ours[call].result.perSecond / theirs[call].result.perSecond);
  const cpu = (name: string, side: keyof Turns, call: keyof Turns['ours']): Figure[] => [
    { name: `CPU of ${name}`, value: middle((turns) => turns[side][call].process), unit: 'µs' },
    {
      name: `CPU of PostgreSQL, ${name}`,
      value: middle((turns) => turns[side][call].server),
      unit: 'µs',
    },
  ];
  report({
    title: 'Signed create-product beside a hand-written endpoint, PostgreSQL',
    conditions: `${CONNECTIONS} connections, ${SECONDS} s a turn, ${LIGHT_LOAD} on the same machine`,
    rounds: rounds.length,
    figures: [
      { name: 'Tillgate', value: rate('ours', 'plain'), unit: '/s' },
      { name: 'hand-written', value: rate('theirs', 'plain'), unit: '/s' },
      {
        name: 'of the hand-written',
        value: ratio('plain'),
        unit: '',
        target: { must: 'be at least', value: MIN_PLAIN },
      },
      { name: 'Tillgate with an idempotency key', value: rate('ours', 'keyed'), unit: '/s' },
      { name: 'hand-written with a key', value: rate('theirs', 'keyed'), unit: '/s' },
      {
        name: 'of the hand-written, with a key',
        value: ratio('keyed'),
        unit: '',
        target: { must: 'be at least', value: MIN_KEYED },
      },
      ...cpu('Tillgate', 'ours', 'plain'),
      ...cpu('the hand-written', 'theirs', 'plain'),
      ...cpu('Tillgate with a key', 'ours', 'keyed'),
      ...cpu('the hand-written with a key', 'theirs', 'keyed'),
    ],
    plots: [
      {
        file: 'hand-written',
        title: 'Signed create-product on PostgreSQL, requests a second',
        unit: '/s',
        bars: [
          bar('Tillgate', rate('ours', 'plain')),
          bar('hand-written: Fastify and pg', rate('theirs', 'plain')),
          bar('Tillgate with an idempotency key', rate('ours', 'keyed')),
          bar('hand-written with a key', rate('theirs', 'keyed')),
        ],
        limits: [],
      },
    ],
  });
}

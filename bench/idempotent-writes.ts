// Signed create-product with an idempotency key, compared with the same call without one, on
// PostgreSQL.

import { openServer } from '../src/database/open.ts';
import { benchServerUrl } from './support/bench-server.ts';
import { LIGHT_LOAD } from './support/light-load.ts';
import { NUMBER_MARK } from './support/load.ts';
import { type Turn, takeTurn } from './support/load-turn.ts';
import { signUpMerchant } from './support/merchant.ts';
import { median, report } from './support/report.ts';
import { bar } from './support/result.ts';
import { scaled } from './support/scale.ts';
import { startService } from './support/service.ts';
import { makeStore, productRequests } from './support/shop.ts';

const SECONDS = scaled(4, 1);
const ROUNDS = scaled(7, 2);
const CONNECTIONS = 16;
/** Target: at least this fraction of the rate without a key. */
const MIN_RATIO = 0.95;

if (benchServerUrl) await measure();

async function measure(): Promise<void> {
  const service = await startService('postgres');
  const database = await openServer(service.databaseUrl as string, 1, 10_000);
  const merchant = await signUpMerchant(service);
  const store = await makeStore(service, merchant);
  const plain = productRequests(merchant, store);
  const keyed = productRequests(merchant, store, [`X-Idempotency-Key: bench-${NUMBER_MARK}`]);
  const turn = (requests: readonly Buffer[]): Promise<Turn> =>
    takeTurn(database, service, { connections: CONNECTIONS, requests, seconds: SECONDS });
  await turn(plain);
  await turn(keyed);
  const rounds: { readonly plain: Turn; readonly keyed: Turn }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // The order alternates, so that going first is no advantage.
    const first = round % 2 === 0;
    const early = await turn(first ? plain : keyed);
    const late = await turn(first ? keyed : plain);
    rounds.push(first ? { plain: early, keyed: late } : { plain: late, keyed: early });
  }
  await database.close();
  await service.stop();
  const middle = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  const plainRate = middle((round) => round.plain.result.perSecond);
  const keyedRate = middle((round) => round.keyed.result.perSecond);
  report({
    title: 'Signed create-product with an idempotency key, PostgreSQL',
    conditions: `${CONNECTIONS} connections, ${SECONDS} s a turn, ${LIGHT_LOAD} on the same machine`,
    rounds: ROUNDS,
    figures: [
      { name: 'with a key', value: keyedRate, unit: '/s' },
      { name: 'without one', value: plainRate, unit: '/s' },
      {
        name: 'with a key, of the rate without',
        value: middle(({ plain, keyed }) => keyed.result.perSecond / plain.result.perSecond),
        unit: '',
        target: { must: 'be at least', value: MIN_RATIO },
      },
      { name: 'CPU of the service with a key', value: middle((r) => r.keyed.process), unit: 'µs' },
      { name: 'CPU of the service without', value: middle((r) => r.plain.process), unit: 'µs' },
      { name: 'CPU of PostgreSQL with a key', value: middle((r) => r.keyed.server), unit: 'µs' },
      { name: 'CPU of PostgreSQL without', value: middle((r) => r.plain.server), unit: 'µs' },
    ],
    plots: [
      {
        file: 'idempotent-writes',
        title: 'Signed create-product on PostgreSQL, requests a second',
        unit: '/s',
        bars: [bar('with an idempotency key', keyedRate), bar('without', plainRate)],
        limits: [
          { name: `target: ${MIN_RATIO} of the rate without`, value: plainRate * MIN_RATIO },
        ],
      },
    ],
  });
}

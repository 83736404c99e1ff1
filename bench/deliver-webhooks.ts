// Signed deliveries compared with bare RSA-2048 signing on the same number of threads; the time
// from commit to first attempt at half that load; and how dead webhooks affect the others. With the
// usual number of threads it alternates with BullMQ on Redis and pg-boss, installed from their own
// lock file; a cluster is measured without them.
import { sql } from '../src/database/database.ts';
import type { Id } from '../src/kit/id.ts';
import { isOnCluster } from './support/bench-server.ts';
import { setUpDeliveries, WEBHOOKS } from './support/deliveries.ts';
import type { DeliveryRound } from './support/delivery-rounds.ts';
import type { QueuePeerName } from './support/queue-peer.ts';
import { median, report } from './support/report.ts';
import { bar, type Figure, type Target } from './support/result.ts';
import { runApart } from './support/run-apart.ts';
import { scaled } from './support/scale.ts';

const DEAD = 5;
const SECONDS = scaled(3, 1);
/**
 * Signing threads: one, which leaves one of two cores to everything else, and Node.js's default.
 */
const ONE = 1;
const USUAL = 4;
/** Targets. */
const MIN_OF_SIGNING = 0.8;
const MAX_FIRST_ATTEMPT_MS = 250;
const MIN_OF_BULLMQ = 1.05;
const MIN_OF_PG_BOSS = 2.5;
/** As in docs/contract/invariants.md#14. */
const MAX_BESIDE_DEAD = 2;

const one = summaryOf(await roundsWith(ONE));
const usualRounds = await roundsWith(USUAL, isOnCluster ? {} : { BENCH_QUEUES: '1' });
const usual = summaryOf(usualRounds);
const deliveries = await setUpDeliveries();
const load = usual.delivering / 2;
const healthy = await latencies(await deliveries.makeStore(0), load);
const beside = await latencies(await deliveries.makeStore(DEAD), load);
await deliveries.stop();
report({
  title: 'Webhook deliveries',
  conditions: `PostgreSQL, one worker, ${WEBHOOKS} webhooks, receiver on the same machine`,
  rounds: one.rounds,
  figures: [
    { name: 'bare RSA-2048 signatures, one thread', value: one.signing, unit: '/s' },
    { name: 'signed deliveries, one thread signs', value: one.delivering, unit: '/s' },
    {
      name: 'of bare signing, one thread signs',
      value: one.ratio,
      unit: '',
      target: { must: 'be at least', value: MIN_OF_SIGNING },
    },
    ...costFigures(one),
    { name: `bare RSA-2048 signatures, ${USUAL} threads`, value: usual.signing, unit: '/s' },
    { name: `signed deliveries, ${USUAL} threads sign`, value: usual.delivering, unit: '/s' },
    { name: `of bare signing, ${USUAL} threads sign`, value: usual.ratio, unit: '' },
    {
      name: 'of it that the CPU allows where all are on the cores that sign',
      value: usual.cpu.signature / usual.perDelivery,
      unit: '',
    },
    ...(isOnCluster ? [] : besideQueue('BullMQ', 'BullMQ 5 with Redis', MIN_OF_BULLMQ)),
    ...(isOnCluster ? [] : besideQueue('pg-boss', 'pg-boss 12', MIN_OF_PG_BOSS)),
    {
      name: 'commit to first attempt at half load, p95',
      value: healthy,
      unit: 'ms',
      target: { must: 'be at most', value: MAX_FIRST_ATTEMPT_MS },
    },
    { name: `p95 beside ${DEAD} of ${WEBHOOKS} dead`, value: beside, unit: 'ms' },
    {
      name: 'that beside the p95 without dead ones',
      value: beside / healthy,
      unit: '',
      target: { must: 'be at most', value: MAX_BESIDE_DEAD },
    },
  ],
  plots: [
    {
      file: 'deliver-webhooks',
      title: 'Signed deliveries a second beside bare signing',
      unit: '/s',
      bars: [
        bar('one thread: bare RSA-2048 signatures', one.signing),
        bar('one thread signs: claim, sign, post, record', one.delivering),
        bar(`${USUAL} threads: bare RSA-2048 signatures`, usual.signing),
        bar(`${USUAL} threads sign: claim, sign, post, record`, usual.delivering),
        ...(isOnCluster ? [] : [bar('the same with BullMQ 5 and Redis', queueRate('BullMQ'))]),
        ...(isOnCluster ? [] : [bar('the same with pg-boss 12', queueRate('pg-boss'))]),
      ],
      limits: [
        {
          name: `target: ${MIN_OF_SIGNING} of one thread`,
          value: one.signing * MIN_OF_SIGNING,
        },
      ],
    },
    {
      file: 'first-attempt',
      title: 'Commit to first attempt, p95',
      unit: 'ms',
      bars: [
        bar('all webhooks answer', healthy),
        bar(`healthy ones beside ${DEAD} of ${WEBHOOKS} that hang`, beside),
      ],
      limits: [{ name: 'target', value: MAX_FIRST_ATTEMPT_MS }],
    },
  ],
});

function roundsWith(threads: number, more: NodeJS.ProcessEnv = {}): Promise<DeliveryRound[]> {
  return runApart('delivery-rounds.ts', { env: { UV_THREADPOOL_SIZE: String(threads), ...more } });
}

function queueRate(peer: QueuePeerName): number {
  return median(usualRounds.map(({ peers }) => peers[peer]?.delivering ?? Number.NaN));
}

/** The rate relative to that of a queue library: the median over all rounds. */
function besideQueue(peer: QueuePeerName, name: string, atLeast: number): Figure[] {
  const middle = (pick: (round: DeliveryRound) => number) => median(usualRounds.map(pick));
  const target: Target = { must: 'be at least', value: atLeast };
  const ratio = middle(
    ({ delivering, peers }) => delivering / (peers[peer]?.delivering ?? Number.NaN),
  );
  const cpu = (part: 'service' | 'store') =>
    middle(({ peers }) => (peers[peer]?.cpu[part] ?? Number.NaN) * 1_000);
  return [
    { name: `signed deliveries with ${name}`, value: queueRate(peer), unit: '/s' },
    { name: `CPU of one: ${peer} and its worker`, value: cpu('service'), unit: 'µs' },
    { name: `CPU of one: what keeps the queue of ${peer}`, value: cpu('store'), unit: 'µs' },
    { name: `of the rate with ${name}`, value: ratio, unit: '', target },
  ];
}

function summaryOf(rounds: readonly DeliveryRound[]) {
  const middle = (pick: (round: DeliveryRound) => number) => median(rounds.map(pick));
  const cpu = {
    signature: middle((round) => round.cpu.signature),
    service: middle((round) => round.cpu.service),
    postgres: middle((round) => round.cpu.postgres),
    receiver: middle((round) => round.cpu.receiver),
  };
  return {
    rounds: rounds.length,
    signing: middle(({ signing }) => signing),
    delivering: middle(({ delivering }) => delivering),
    ratio: middle(({ signing, delivering }) => delivering / signing),
    cpu,
    perDelivery: cpu.service + cpu.postgres + cpu.receiver,
  };
}

function costFigures({ cpu }: ReturnType<typeof summaryOf>): Figure[] {
  const figure = (name: string, ms: number): Figure => ({ name, value: ms * 1_000, unit: 'µs' });
  return [
    figure('CPU of a bare signature', cpu.signature),
    figure('CPU of a delivery: service', cpu.service),
    figure('CPU of a delivery: PostgreSQL', cpu.postgres),
    figure('CPU of a delivery: receiver', cpu.receiver),
  ];
}

/** The 95th percentile from commit to first attempt, in milliseconds, for healthy webhooks. */
async function latencies(storeId: Id<'STO'>, perSecond: number): Promise<number> {
  const { database, run, emit } = deliveries;
  const everyMs = (WEBHOOKS / perSecond) * 1_000;
  const until = performance.now() + SECONDS * 1_000;
  let emitting = true;
  const working = (async () => {
    while (emitting) {
      if ((await run()) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  while (performance.now() < until) {
    const next = performance.now() + everyMs;
    await emit(storeId);
    await new Promise((resolve) => setTimeout(resolve, Math.max(next - performance.now(), 0)));
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  emitting = false;
  const [row] = await database.query<{ p95: number }>(sql`
    select percentile_cont(0.95) within group (order by extract(epoch from
      coalesce(delivery.last_attempted_at, ${new Date()}) - event.created_at) * 1000)::float8 as p95
    from webhook_delivery delivery
      join webhook on webhook.store_id = delivery.store_id and webhook.id = delivery.webhook_id
      join event on event.store_id = delivery.store_id and event.id = delivery.event_id
    where delivery.store_id = ${storeId} and webhook.url like '%/hook/%'`);
  await database.query(sql`
    update webhook set disabled_at = ${new Date()} where store_id = ${storeId}`);
  await working;
  return row?.p95 ?? Number.NaN;
}

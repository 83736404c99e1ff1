// Rounds of bench/deliver-webhooks.ts in their own process, because UV_THREADPOOL_SIZE, read at
// process start, sets the number of signing threads. With BENCH_QUEUES=1 the rounds alternate with
// its peers. Prints the rounds as JSON.
import { generateKeyPairSync, sign } from 'node:crypto';
import { sql } from '../../src/database/database.ts';
import { setUpDeliveries, WEBHOOKS } from './deliveries.ts';
import { backendCpu, cpuSince } from './postgres-cpu.ts';
import { QUEUE_PEERS, type QueuePeerName, type QueueRound, startQueuePeer } from './queue-peer.ts';
import { scaled } from './scale.ts';
import { cpuMicroseconds } from './service.ts';

const CONCURRENT_SIGNATURES = 16;
const SECONDS = scaled(3, 1);
const EVENTS = scaled(80, 20);
const ROUNDS = scaled(5, 1);

/** One round: rates per second, and the CPU milliseconds of one signature and one delivery. */
export interface DeliveryRound {
  readonly signing: number;
  readonly delivering: number;
  readonly cpu: Readonly<Record<'signature' | 'service' | 'postgres' | 'receiver', number>>;
  readonly peers: Readonly<Partial<Record<QueuePeerName, QueueRound>>>;
}

const deliveries = await setUpDeliveries();
const { database, receiverPid, receiverUrl } = deliveries;
const peers = await Promise.all(
  (process.env.BENCH_QUEUES === '1' ? QUEUE_PEERS : []).map(
    async (name) => [name, await startQueuePeer(name, receiverUrl, WEBHOOKS)] as const,
  ),
);
const rounds: DeliveryRound[] = [];
// The first round is a warm-up.
for (let round = 0; round <= ROUNDS; round += 1) {
  const [signing, signed] = await withCpu(signingRate);
  await makeDue();
  const [delivering, used] = await withCpu(drainRate);
  const count = EVENTS * WEBHOOKS;
  const cpu = {
    signature: signed.service / (signing * SECONDS),
    service: used.service / count,
    postgres: used.postgres / count,
    receiver: used.receiver / count,
  };
  const beside: Partial<Record<QueuePeerName, QueueRound>> = {};
  for (const [name, peer] of peers) beside[name] = await peer.round(count);
  if (round > 0) rounds.push({ signing, delivering, cpu, peers: beside });
}
for (const [, peer] of peers) await peer.stop();
await deliveries.stop();
process.stdout.write(JSON.stringify(rounds));

/** CPU milliseconds spent in this process, in PostgreSQL and in the receiver. */
async function withCpu<T>(work: () => Promise<T>) {
  const read = async () => {
    const { user, system } = process.cpuUsage();
    const receiverCpu = await cpuMicroseconds(receiverPid);
    return { service: user + system, postgres: await backendCpu(database), receiver: receiverCpu };
  };
  const before = await read();
  const result = await work();
  const after = await read();
  const used = {
    service: (after.service - before.service) / 1_000,
    postgres: cpuSince(before.postgres, after.postgres) / 1_000,
    receiver: (after.receiver - before.receiver) / 1_000,
  };
  return [result, used] as const;
}

async function signingRate(): Promise<number> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const text = Buffer.alloc(900, 'x');
  const until = performance.now() + SECONDS * 1_000;
  let count = 0;
  const signOn = async () => {
    while (performance.now() < until) {
      await new Promise((resolve) => sign('sha256', text, privateKey, resolve));
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_SIGNATURES }, signOn));
  return count / SECONDS;
}

async function makeDue(): Promise<void> {
  const storeId = await deliveries.makeStore(0);
  for (let count = 0; count < EVENTS; count += 1) await deliveries.emit(storeId);
  await database.query(sql`analyze`);
}

async function drainRate(): Promise<number> {
  const started = performance.now();
  const attempts = await deliveries.run();
  return attempts / ((performance.now() - started) / 1_000);
}

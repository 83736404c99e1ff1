// Signed create-product with PROCESSES=1 and PROCESSES=2 on one PostgreSQL server, which stands in
// for a server on another machine: each API process is limited to a fraction of a core, so that two
// fit on this machine.
import { readFileSync } from 'node:fs';
import { openServer } from '../src/database/open.ts';
import { limitCores } from './support/cpu-quota.ts';
import { runLoadApart } from './support/load-apart.ts';
import { signUpMerchant } from './support/merchant.ts';
import { backendCpu, cpuSince } from './support/postgres-cpu.ts';
import { median, report } from './support/report.ts';
import { bar } from './support/result.ts';
import { scaled } from './support/scale.ts';
import { cpuMicroseconds, type Service, startBeside, startService } from './support/service.ts';
import { makeStore, productRequests } from './support/shop.ts';

const SECONDS = scaled(5, 2);
const ROUNDS = scaled(3, 1);
/** Load connections per API process. */
const CONNECTIONS = 16;
/** Cores per API process: together with database and load, two fit into two cores. */
const HELD_CORES = 0.3;
/** Target. */
const MIN_RATIO = 1.6;
const STATEMENT_MS = 10_000;

interface Supervised {
  readonly service: Service;
  readonly processes: readonly number[];
}

const settings = { ROLE: 'api', DATABASE_POOL_SIZE: String(CONNECTIONS) };
const one = supervised(await startService('postgres', { ...settings, PROCESSES: '1' }));
const two = supervised(await startBeside(one.service, { PROCESSES: '2' }));
const database = await openServer(one.service.databaseUrl as string, 1, STATEMENT_MS);
const merchant = await signUpMerchant(one.service);
const requests = productRequests(merchant, await makeStore(one.service, merchant));

await load(two, scaled(3, 1));
const quotas = [...one.processes, ...two.processes].map((pid) => limitCores(pid, HELD_CORES));
if (quotas.every((quota) => quota !== null)) await compare();
else process.stdout.write("Control groups can't be created here: nothing was measured.\n");
await database.close();
await two.service.stop();
await one.service.stop();
for (const quota of quotas) quota?.remove();

/** The API processes are the supervisor's children (Linux). */
function supervised(service: Service): Supervised {
  const text = readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8');
  return { service, processes: text.trim().split(' ').map(Number) };
}

/** One and two alternate, so that other load on the machine affects both equally. */
async function compare(): Promise<void> {
  const rounds: { one: Measured; two: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ one: await load(one), two: await load(two) });
  }
  const middle = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  const rate = {
    one: middle((round) => round.one.perSecond),
    two: middle((round) => round.two.perSecond),
  };
  report({
    title: 'PROCESSES=1 and PROCESSES=2, where the cores allow',
    conditions: `PostgreSQL, signed create-product, ${CONNECTIONS} connections a process, ${SECONDS} s a round; each API process held to ${HELD_CORES} of a core`,
    rounds: ROUNDS,
    figures: [
      { name: 'one process', value: rate.one, unit: '/s' },
      { name: 'two processes', value: rate.two, unit: '/s' },
      {
        name: 'two beside one',
        value: middle((round) => round.two.perSecond / round.one.perSecond),
        unit: '',
        target: { must: 'be at least', value: MIN_RATIO },
      },
      { name: 'CPU of a request: API process', value: middle((r) => r.two.processes), unit: 'µs' },
      { name: 'CPU of a request: supervisor', value: middle((r) => r.two.supervisor), unit: 'µs' },
      { name: 'CPU of a request: PostgreSQL', value: middle((r) => r.two.postgres), unit: 'µs' },
    ],
    plots: [
      {
        file: 'processes',
        title: `Signed create-product, each API process held to ${HELD_CORES} of a core`,
        unit: '/s',
        bars: [bar('PROCESSES=1', rate.one), bar('PROCESSES=2', rate.two)],
        limits: [{ name: `target: ${MIN_RATIO} times one`, value: MIN_RATIO * rate.one }],
      },
    ],
  });
}

interface Measured {
  readonly perSecond: number;
  /** CPU microseconds per request. */
  readonly processes: number;
  readonly supervisor: number;
  readonly postgres: number;
}

async function load({ service, processes }: Supervised, seconds = SECONDS): Promise<Measured> {
  const read = async () => ({
    processes: (await Promise.all(processes.map(cpuMicroseconds))).reduce((a, b) => a + b, 0),
    supervisor: await cpuMicroseconds(service.pid),
    postgres: await backendCpu(database),
  });
  const before = await read();
  const done = await runLoadApart({
    port: service.port,
    connections: CONNECTIONS * processes.length,
    seconds,
    requests,
  });
  if (done.statuses['200'] !== done.requests) throw new Error(JSON.stringify(done.statuses));
  const after = await read();
  return {
    perSecond: done.perSecond,
    processes: (after.processes - before.processes) / done.requests,
    supervisor: (after.supervisor - before.supervisor) / done.requests,
    postgres: cpuSince(before.postgres, after.postgres) / done.requests,
  };
}

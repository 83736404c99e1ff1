// Signed create-product with one API process and with two, on one PostgreSQL server: first with all
// cores shared, showing what limits throughput; then with each API process limited to a fraction of
// a core, so that two fit on this machine.
import { cpus } from 'node:os';
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
/** Load connections per process. */
const CONNECTIONS = 16;
/**
 * Cores per process in the second part: together with database and load, two fit into two cores.
 */
const HELD_CORES = 0.3;
/** Target. */
const MIN_RATIO = 1.8;
const STATEMENT_MS = 10_000;

const first = await startService('postgres', {
  ROLE: 'api',
  DATABASE_POOL_SIZE: String(CONNECTIONS),
});
const second = await startBeside(first);
const database = await openServer(first.databaseUrl as string, 1, STATEMENT_MS);
const merchant = await signUpMerchant(first);
const requests = productRequests(merchant, await makeStore(first, merchant));

await load([first, second], scaled(3, 1));
const free = await compare();
reportFree(free);
const quotas = [first, second].map(({ pid }) => limitCores(pid, HELD_CORES));
if (quotas.every((quota) => quota !== null)) reportHeld(await compare());
else process.stdout.write("Control groups can't be created here: the second part is skipped.\n\n");
await database.close();
await second.stop();
await first.stop();
for (const quota of quotas) quota?.remove();

type Compared = Awaited<ReturnType<typeof compare>>;

/** One and two alternate, so that other load on the machine affects both equally. */
async function compare() {
  const rounds: { one: Measured; two: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ one: await load([first]), two: await load([first, second]) });
  }
  const middle = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  return {
    one: middle(({ one }) => one.perSecond),
    two: middle(({ two }) => two.perSecond),
    ratio: middle(({ one, two }) => two.perSecond / one.perSecond),
    cpu: {
      service: middle(({ two }) => two.service),
      postgres: middle(({ two }) => two.postgres),
      load: middle(({ two }) => two.load),
    },
  };
}

interface Measured {
  readonly perSecond: number;
  /** CPU microseconds per request. */
  readonly service: number;
  readonly postgres: number;
  readonly load: number;
}

async function load(services: readonly Service[], seconds = SECONDS): Promise<Measured> {
  const readServices = async () => {
    const used = await Promise.all(services.map(({ pid }) => cpuMicroseconds(pid)));
    return used.reduce((sum, micros) => sum + micros, 0);
  };
  const before = { service: await readServices(), postgres: await backendCpu(database) };
  const done = await runLoadApart({
    port: services.map(({ port }) => port),
    connections: CONNECTIONS * services.length,
    seconds,
    requests,
  });
  if (done.statuses['200'] !== done.requests) throw new Error(JSON.stringify(done.statuses));
  return {
    perSecond: done.perSecond,
    service: ((await readServices()) - before.service) / done.requests,
    postgres: cpuSince(before.postgres, await backendCpu(database)) / done.requests,
    load: done.ownCpu,
  };
}

function reportFree({ one, two, ratio, cpu }: Compared): void {
  const all = cpu.service + cpu.postgres + cpu.load;
  const cores = cpus().length;
  report({
    title: 'One API process and two, all cores for all',
    conditions: `PostgreSQL, signed create-product, ${CONNECTIONS} connections a process, ${SECONDS} s a round; database and load on the same ${cores} cores`,
    rounds: ROUNDS,
    figures: [
      { name: 'one process', value: one, unit: '/s' },
      { name: 'two processes', value: two, unit: '/s' },
      { name: 'two beside one', value: ratio, unit: '' },
      { name: 'CPU of a request with two: API processes', value: cpu.service, unit: 'µs' },
      { name: 'CPU of a request with two: PostgreSQL', value: cpu.postgres, unit: 'µs' },
      { name: 'CPU of a request with two: load generator', value: cpu.load, unit: 'µs' },
      { name: `all of that in cores, of ${cores}`, value: (two * all) / 1_000_000, unit: '' },
      { name: `what ${cores} full cores allow`, value: (cores * 1_000_000) / all, unit: '/s' },
    ],
    plots: [
      {
        file: 'two-processes',
        title: 'Signed create-product, requests a second',
        unit: '/s',
        bars: [bar('one API process', one), bar('two API processes', two)],
        limits: [{ name: `bound: ${cores} full cores`, value: (cores * 1_000_000) / all }],
      },
    ],
  });
}

function reportHeld({ one, two, ratio }: Compared): void {
  report({
    title: 'One API process and two, where the cores allow',
    conditions: `as above, each API process held to ${HELD_CORES} of a core`,
    rounds: ROUNDS,
    figures: [
      { name: 'one process', value: one, unit: '/s' },
      { name: 'two processes', value: two, unit: '/s' },
      {
        name: 'two beside one',
        value: ratio,
        unit: '',
        target: { must: 'be at least', value: MIN_RATIO },
      },
    ],
    plots: [
      {
        file: 'two-processes-held',
        title: `Signed create-product, each API process held to ${HELD_CORES} of a core`,
        unit: '/s',
        bars: [bar('one API process', one), bar('two API processes', two)],
        limits: [{ name: `target: ${MIN_RATIO} times one`, value: MIN_RATIO * one }],
      },
    ],
  });
}

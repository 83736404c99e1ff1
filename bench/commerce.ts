// Creating a product, listing 50 products with prices, and completing a sale, compared with Medusa
// and Vendure. Each runs on PostgreSQL with its own database, installed from its own lock file for
// the duration of the run, in turn.
import { openServer } from '../src/database/open.ts';
import { createDatabase } from './support/bench-database.ts';
import { benchServerUrl } from './support/bench-server.ts';
import { COMMERCE_CALLS, type CommerceCall } from './support/commerce/calls.ts';
import { type OpenShop, type Platform, runCommerceLoad } from './support/commerce/load.ts';
import { MEDUSA_USER, openMedusaShop } from './support/commerce/medusa.ts';
import { openTillgateShop } from './support/commerce/tillgate.ts';
import { openVendureShop } from './support/commerce/vendure.ts';
import { startPeer } from './support/peer.ts';
import { backendCpu, cpuSince } from './support/postgres-cpu.ts';
import { median, report } from './support/report.ts';
import { bar, type Row } from './support/result.ts';
import { scaled } from './support/scale.ts';
import { startSelling } from './support/selling.ts';
import { cpuMicroseconds } from './support/service.ts';

const SECONDS = scaled(4, 2);
const ROUNDS = scaled(3, 1);
const CONNECTIONS = 16;
const STATEMENT_MS = 60_000;
const NAMES: Readonly<Record<CommerceCall, string>> = {
  create: 'create-product',
  list: 'list of 50 products with prices',
  order: 'sale',
};

interface Running {
  readonly platform: Platform;
  /** One load of a call, and the CPU microseconds per call. */
  turn(call: CommerceCall): Promise<Turn>;
  stop(): Promise<void>;
}

interface Turn {
  readonly perSecond: number;
  readonly service: number;
  readonly postgres: number;
}

if (benchServerUrl) await measure();

async function measure(): Promise<void> {
  const running = [await startTillgate(), await startMedusa(), await startVendure()];
  const turns = new Map<string, Turn[]>();
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const call of COMMERCE_CALLS) {
      for (const { platform, turn } of round % 2 === 0 ? running : running.toReversed()) {
        const taken = await turn(call);
        const name = `${platform} ${call}`;
        if (round > 0) turns.set(name, [...(turns.get(name) ?? []), taken]);
      }
    }
  }
  for (const { stop } of running) await stop();
  print((platform, call, part) =>
    median((turns.get(`${platform} ${call}`) ?? []).map((turn) => turn[part])),
  );
}

async function startTillgate(): Promise<Running> {
  const selling = await startSelling({});
  const shop = await openTillgateShop(selling);
  const { service } = selling;
  const open = () => ({ platform: 'Tillgate', shop: shop() }) as const;
  return run(open, service, service.databaseUrl as string, selling.stop);
}

async function startMedusa(): Promise<Running> {
  const { url, drop } = await createDatabase();
  const peer = await startPeer('medusa', { ...settingsOf(url), ...MEDUSA_USER });
  const open = { platform: 'Medusa', shop: await openMedusaShop(peer.port) } as const;
  return run(
    () => open,
    peer,
    url,
    () => peer.stop().then(drop),
  );
}

async function startVendure(): Promise<Running> {
  const { url, drop } = await createDatabase();
  const peer = await startPeer('vendure', settingsOf(url));
  const open = { platform: 'Vendure', shop: await openVendureShop(peer.port) } as const;
  return run(
    () => open,
    peer,
    url,
    () => peer.stop().then(drop),
  );
}

function settingsOf(url: string) {
  return { DATABASE_URL: url, POOL_SIZE: String(CONNECTIONS), NODE_ENV: 'production' };
}

async function run(
  open: () => OpenShop,
  { port, pid }: { readonly port: number; readonly pid: number },
  databaseUrl: string,
  stop: () => Promise<void>,
): Promise<Running> {
  const database = await openServer(databaseUrl, 1, STATEMENT_MS);
  return {
    platform: open().platform,
    turn: async (call) => {
      const load = { ...open(), port, call, connections: CONNECTIONS, seconds: SECONDS };
      const before = { service: await cpuMicroseconds(pid), postgres: await backendCpu(database) };
      const { count, seconds } = await runCommerceLoad(load);
      const service = (await cpuMicroseconds(pid)) - before.service;
      const postgres = cpuSince(before.postgres, await backendCpu(database));
      return {
        ...{ perSecond: count / seconds, service: service / count, postgres: postgres / count },
      };
    },
    stop: async () => {
      await database.close();
      await stop();
    },
  };
}

function print(of: (platform: Platform, call: CommerceCall, part: keyof Turn) => number): void {
  const row = (name: string, unit: string, part: keyof Turn, call: CommerceCall): Row => ({
    ...{ name: `${NAMES[call]}: ${name}`, unit },
    cells: {
      Tillgate: of('Tillgate', call, part),
      'Medusa 2': of('Medusa', call, part),
      'Vendure 3': of('Vendure', call, part),
    },
  });
  const ratio = (platform: Platform, call: CommerceCall) => ({
    name: `${NAMES[call]}: times ${platform}`,
    value: of('Tillgate', call, 'perSecond') / of(platform, call, 'perSecond'),
    unit: '',
  });
  report({
    title: 'Beside Medusa and Vendure',
    conditions: `PostgreSQL, one process each, ${CONNECTIONS} connections, ${SECONDS} s a turn, load on the same machine`,
    rounds: ROUNDS,
    figures: COMMERCE_CALLS.flatMap((call) => [ratio('Medusa', call), ratio('Vendure', call)]),
    rows: COMMERCE_CALLS.flatMap((call) => [
      row('calls a second', '/s', 'perSecond', call),
      row('CPU of the service', 'µs', 'service', call),
      row('CPU of PostgreSQL', 'µs', 'postgres', call),
    ]),
    plots: [
      {
        file: 'commerce',
        title: 'Sales a second',
        unit: '/s',
        bars: [
          bar('Tillgate: session, token, paid order', of('Tillgate', 'order', 'perSecond')),
          bar('Medusa: cart, payment session, order', of('Medusa', 'order', 'perSecond')),
          bar('Vendure: order, customer, payment', of('Vendure', 'order', 'perSecond')),
        ],
      },
    ],
  });
}

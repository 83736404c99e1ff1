// Signed create-product over HTTP beside pgbench running the same statements: key look-up, then
// begin and insert in one write, then commit.

import type { ErrorTable } from '../src/contract/errors.ts';
import { sql } from '../src/database/database.ts';
import { addProduct } from '../src/domain/product/add-product.ts';
import { decodeId, type Id } from '../src/kit/id.ts';
import { runLoad } from './support/load.ts';
import { type BenchMerchant, callOnce, signedRequest, signUpMerchant } from './support/merchant.ts';
import { captureStatement, inlineValues, runPgbench } from './support/pgbench.ts';
import { judged, median, printTable } from './support/report.ts';
import { benchServerUrl, cpuMicroseconds, type Service, startService } from './support/service.ts';

const SECONDS = 5;
const ROUNDS = 5;
const CONNECTIONS = 16;
/** Issue's figure: at least this part of pgbench's rate. */
const LEAST_RATIO = 0.5;

const product = {
  name: 'A product of usual size',
  description: 'Two lines of **markdown**.\nAs people write them.',
  prices: {
    USD: { amount: '29.00', taxCategory: 'software' },
    EUR: { amount: '27.00', taxCategory: 'software' },
  },
  metadata: { sku: 'bench' },
} as const;

await measure('embedded');
if (benchServerUrl) await measure('postgres');

async function measure(engine: 'postgres' | 'embedded'): Promise<void> {
  const service = await startService(engine, { DATABASE_POOL_SIZE: String(CONNECTIONS) });
  const merchant = await signUpMerchant(service);
  const { store } = await callOnce<{ store: { id: string } }>(
    service,
    merchant,
    'store/create-store',
    {
      name: 'Bench',
    },
  );
  const body = { storeId: store.id, ...product };
  const requests = Array.from({ length: 200 }, (_, index) =>
    signedRequest(merchant, 'onetime-product/create-product', {
      ...body,
      name: `Product ${index}`,
    }),
  );
  const load = { port: service.port, connections: CONNECTIONS, requests };
  const script = engine === 'postgres' ? await sameStatements(merchant, store.id) : null;
  await runLoad({ ...load, seconds: 3 });
  const rounds: { ours: number; cpu: number; p95: number; peer: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await cpuMicroseconds(service.pid);
    const {
      perSecond,
      p95,
      requests: done,
      statuses,
    } = await runLoad({ ...load, seconds: SECONDS });
    if (statuses['200'] !== done) throw new Error(`Unexpected: ${JSON.stringify(statuses)}`);
    const cpu = ((await cpuMicroseconds(service.pid)) - before) / done;
    const peer = script ? await pgbenchRate(service, script) : Number.NaN;
    rounds.push({ ours: perSecond, cpu, p95, peer });
  }
  await service.stop();
  const middle = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  const ratio = middle(({ ours, peer }) => ours / peer);
  printTable(`Signed create-product (${engine}, ${CONNECTIONS} connections)`, [
    ['requests a second', middle(({ ours }) => ours).toFixed(0)],
    ['p95', `${middle(({ p95 }) => p95).toFixed(1)} ms`],
    ['CPU of the service a request', `${middle(({ cpu }) => cpu).toFixed(0)} µs`],
    ...(script
      ? ([
          [
            'pgbench, same statements, transactions a second',
            middle(({ peer }) => peer).toFixed(0),
          ],
          ['of pgbench', judged(ratio, `>= ${LEAST_RATIO}`, ratio >= LEAST_RATIO)],
        ] as const)
      : []),
  ]);
}

function pgbenchRate(service: Service, script: string): Promise<number> {
  const options = { clients: CONNECTIONS, seconds: SECONDS };
  return runPgbench(service.databaseUrl as string, script, options);
}

/** The statements of one signed create-product, taken from the code that runs them. */
async function sameStatements(merchant: BenchMerchant, storeId: string): Promise<string> {
  const merchantId = decodeId('MER', merchant.id) as Id<'MER'>;
  const ids: string[] = [];
  const insert = await captureStatement((db) => {
    const tx = { ...db, nudge: () => {} };
    const prices = {
      USD: { amountMinor: 2900, taxCategory: 'software' },
      EUR: { amountMinor: 2700, taxCategory: 'software' },
    };
    const given = { ...product, storeId: decodeId('STO', storeId) as Id<'STO'>, prices } as never;
    const caller = { kind: 'apiKey', merchantId, keyId: '', environment: 'test' } as const;
    return addProduct({ caller, tx, now: new Date() }, 'onetime', given, {} as ErrorTable);
  });
  const known = new Set<unknown>([merchantId, decodeId('STO', storeId)]);
  for (const value of insert.values) {
    if (typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value) && !known.has(value))
      ids.push(value);
  }
  const fresh = new Map([...new Set(ids)].map((id, index) => [id, freshUuid(index)]));
  const lookup = inlineValues(
    sql`select id, merchant_id as "merchantId", environment, public_key as "publicKey"
      from api_key where merchant_id = any(${[merchantId]}::uuid[]) and deleted_at is null`,
    new Map(),
  );
  return [
    '\\set n :n + 1',
    lookup,
    '\\startpipeline',
    'begin;',
    inlineValues(insert, fresh as ReadonlyMap<unknown, string>),
    '\\endpipeline',
    'commit;',
    '',
  ].join('\n');
}

/** A UUID of the client and its counter, for the nth id of a statement. */
function freshUuid(nth: number): string {
  return `lpad(to_hex(:client_id::bigint * 100000000000000 + :n::bigint * 10 + ${nth}), 32, '0')::uuid`;
}

// Signed create-product over HTTP, compared with pgbench running the same statements: key lookup,
// then begin and insert in one write, then audit entry and commit in one write. A cluster runs other
// statements, so it is measured without pgbench.

import { cpus } from 'node:os';
import type { ErrorTable } from '../src/contract/errors.ts';
import { type Sql, sql } from '../src/database/database.ts';
import { insertAuditEntry } from '../src/domain/audit/audit.queries.ts';
import { addProduct } from '../src/domain/product/add-product.ts';
import { decodeId, type Id, isUuid, newUuid } from '../src/kit/id.ts';
import { benchServerUrl, isOnCluster } from './support/bench-server.ts';
import { LIGHT_LOAD, type LightResult, runLightLoad } from './support/light-load.ts';
import { countBusyCores } from './support/machine.ts';
import { type BenchMerchant, signUpMerchant } from './support/merchant.ts';
import {
  captureStatement,
  type PgbenchScript,
  runPgbench,
  toScript,
  type Variables,
} from './support/pgbench.ts';
import { median, report } from './support/report.ts';
import { bar, type Figure, type Plot } from './support/result.ts';
import { scaled } from './support/scale.ts';
import { cpuMicroseconds, type Service, startService } from './support/service.ts';
import { makeStore, PRODUCT, productRequests } from './support/shop.ts';

const SECONDS = scaled(5, 1);
const ROUNDS = scaled(5, 2);
const CONNECTIONS = 16;
/** Target: at least this fraction of pgbench's rate. */
const MIN_RATIO = 0.5;
const BUSY = `cores kept busy, of ${cpus().length},`;

/** Result of one round of both; `peer` is PostgreSQL alone. */
interface Round {
  readonly ours: { readonly result: LightResult; readonly cores: number };
  readonly peer: { readonly result: number; readonly cores: number } | null;
  /** Microseconds of service CPU per request. */
  readonly cpu: number;
}

if (!isOnCluster) await measure('embedded');
if (benchServerUrl) await measure('postgres');

async function measure(engine: 'postgres' | 'embedded'): Promise<void> {
  const service = await startService(engine);
  const merchant = await signUpMerchant(service);
  const store = await makeStore(service, merchant);
  const requests = productRequests(merchant, store);
  const load = { port: service.port, connections: CONNECTIONS, requests };
  const hasPeer = engine === 'postgres' && !isOnCluster;
  const script = hasPeer ? await sameStatements(merchant, store.id) : null;
  await runLightLoad({ ...load, seconds: scaled(3, 1) });
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await cpuMicroseconds(service.pid);
    const ours = await countBusyCores(() => runLightLoad({ ...load, seconds: SECONDS }));
    const cpu = ((await cpuMicroseconds(service.pid)) - before) / ours.result.requests;
    const peer = script ? await countBusyCores(() => pgbenchRate(service, script)) : null;
    rounds.push({ ours, cpu, peer });
  }
  await service.stop();
  const middle = (pick: (round: Round) => number) => median(rounds.map(pick));
  const ours = middle((round) => round.ours.result.perSecond);
  const peer = script ? middle((round) => round.peer?.result ?? 0) : null;
  report({
    title: `Signed create-product, ${engine === 'postgres' ? 'PostgreSQL' : 'embedded engine'}`,
    conditions: `${CONNECTIONS} connections, ${SECONDS} s a round, ${LIGHT_LOAD} on the same machine`,
    rounds: ROUNDS,
    figures: [
      { name: 'requests a second', value: ours, unit: '/s' },
      { name: 'p95', value: middle((round) => round.ours.result.p95), unit: 'ms' },
      { name: 'CPU of the service for a request', value: middle(({ cpu }) => cpu), unit: 'µs' },
      { name: `${BUSY} meanwhile`, value: middle((round) => round.ours.cores), unit: '' },
      ...(peer === null ? [] : peerFigures(peer, middle)),
    ],
    plots: peer === null ? [] : [plotOf(ours, peer)],
  });
}

function peerFigures(peer: number, middle: (pick: (round: Round) => number) => number): Figure[] {
  return [
    { name: 'pgbench with the same statements', value: peer, unit: '/s' },
    { name: `${BUSY} by pgbench`, value: middle((round) => round.peer?.cores ?? 0), unit: '' },
    {
      name: 'of pgbench',
      value: middle((round) => round.ours.result.perSecond / (round.peer?.result ?? 0)),
      unit: '',
      target: { must: 'be at least', value: MIN_RATIO },
    },
  ];
}

function plotOf(ours: number, peer: number): Plot {
  return {
    file: 'create-product',
    title: 'Signed create-product on PostgreSQL, requests a second',
    unit: '/s',
    bars: [
      bar('Tillgate: HTTP, signature, schema, audit, the statements', ours),
      bar('pgbench: the same statements alone', peer),
    ],
    limits: [{ name: `target: ${MIN_RATIO} of pgbench`, value: peer * MIN_RATIO }],
  };
}

function pgbenchRate(service: Service, script: PgbenchScript): Promise<number> {
  const options = { clients: CONNECTIONS, seconds: SECONDS };
  return runPgbench(service.databaseUrl as string, script, options);
}

/** The statements of one signed create-product, recorded from the code that runs them. */
async function sameStatements(merchant: BenchMerchant, store: string): Promise<PgbenchScript> {
  const merchantId = decodeId('MER', merchant.id) as Id<'MER'>;
  const storeId = decodeId('STO', store) as Id<'STO'>;
  const insert = await productStatement(merchantId, storeId);
  const known = new Set<unknown>([merchantId, storeId]);
  const made = insert.values.filter((value) => isUuid(String(value)) && !known.has(value));
  const fresh = new Map([...new Set(made)].map((id, index) => [id, freshUuid(index)]));
  const variables: Variables = new Map();
  const lookup = toScript(
    sql`select id, merchant_id as "merchantId", environment, public_key as "publicKey"
      from api_key where merchant_id = any(${[merchantId]}::uuid[]) and deleted_at is null`,
    variables,
  );
  const auditId = newUuid(new Date());
  const audit = await auditStatement(auditId, merchantId, storeId);
  const text = [
    '\\set n :n + 1',
    lookup,
    '\\startpipeline',
    'begin;',
    toScript(insert, variables, fresh),
    '\\endpipeline',
    '\\startpipeline',
    toScript(audit, variables, new Map([[auditId, freshUuid(fresh.size)]])),
    'commit;',
    '\\endpipeline',
    '',
  ].join('\n');
  return { text, variables };
}

function productStatement(merchantId: Id<'MER'>, storeId: Id<'STO'>): Promise<Sql> {
  const prices = {
    USD: { amountMinor: 2900, taxCategory: 'software' },
    EUR: { amountMinor: 2700, taxCategory: 'software' },
  };
  const owner = { merchantId, storeIds: [storeId] };
  const caller = { kind: 'apiKey', ...owner, keyId: '', environment: 'test' } as const;
  return captureStatement((db) => {
    const tx = { ...db, wake: () => {} };
    const given = { ...PRODUCT, storeId, prices } as never;
    return addProduct({ caller, tx, now: new Date() }, 'onetime', given, {} as ErrorTable);
  });
}

function auditStatement(id: string, merchantId: Id<'MER'>, storeId: Id<'STO'>): Promise<Sql> {
  const at = new Date();
  return captureStatement((db) =>
    insertAuditEntry(db, {
      ...{ id, storeId, merchantId, credential: 'apiKey', credentialId: newUuid(at) },
      ...{ action: 'onetime-product/create-product', subjectType: 'product' },
      ...{ subjectId: 'PROD_2wyTSqDzWnh2BGX8f0Zu2Q', environment: 'test', at },
      details: { fields: Object.keys(PRODUCT) },
    }),
  );
}

/** A UUID derived from the client and its counter, for the nth id in a statement. */
function freshUuid(nth: number): string {
  return `lpad(to_hex(:client_id::bigint * 100000000000000 + :n::bigint * 10 + ${nth}), 32, '0')::uuid`;
}

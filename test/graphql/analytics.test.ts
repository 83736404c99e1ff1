import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../src/database/database.ts';
import { createRollUpDays } from '../../src/graphql/analytics/roll-up-days.job.ts';
import {
  findStoresWithMarks,
  listMarkedDays,
  rollUpDay,
} from '../../src/graphql/analytics/rollup.queries.ts';
import { decodeId } from '../../src/kit/id.ts';
import { makeMerchant, type TestMerchant } from '../support/merchant.ts';
import { useTestApp } from '../support/test-app.ts';
import { ANALYSES } from './analyses.ts';
import { askAsMerchant, askAsVisitor, dataFrom } from './asking.ts';
import { readTables } from './oracle.ts';
import { createRandom, type Random } from './random.ts';
import {
  CURRENCIES,
  changeSomething,
  makeRandomShop,
  RANGE,
  type RandomStore,
} from './random-shop.ts';
import { type Granularity, selectRows } from './recount.ts';
import { recountAll } from './recount-rest.ts';

const ROUNDS = 30;
const DAY_MS = 86_400_000;
const GRANULARITIES: readonly Granularity[] = [
  'DAY',
  'WEEK',
  'MONTH',
  'QUARTER',
  'YEAR',
  'ALL_TIME',
];
const STATUSES = ['completed', 'active', 'canceled', 'succeeded', 'inactive'];
const test = useTestApp();

describe('an analysis', () => {
  let merchant: TestMerchant;
  let stores: readonly RandomStore[];

  beforeAll(async () => {
    merchant = await makeMerchant(test);
    stores = await makeRandomShop(test, merchant, 5, 60);
    await makeRandomShop(test, await makeMerchant(test), 6, 20);
    const [deleted, third] = await makeRandomShop(test, merchant, 7, 10);
    await test.database.query(sql`
      update store set deleted_at = created_at where id = ${deleted?.making.storeId}`);
    if (third) stores = [...stores, third];
    await leaveUtc();
  }, 120_000);
  afterAll(() => void vi.unstubAllEnvs());

  /** The time zones of process and database, which differ from that of the periods. */
  async function leaveUtc(): Promise<void> {
    vi.stubEnv('TZ', 'Pacific/Auckland');
    const change = () =>
      test.database.session((connection) => connection.query(`set time zone 'America/Bogota'`));
    await Promise.all(Array.from({ length: 30 }, change));
  }

  /** Rolls up nothing, some days, or everything the job finds. */
  async function rollUpSome(random: Random): Promise<void> {
    if (random.chance(0.2)) return;
    if (random.chance(0.3)) {
      while (
        (await createRollUpDays().run({
          database: test.database,
          signal: new AbortController().signal,
        } as never)) > 0
      );
      return;
    }
    for (const storeId of await findStoresWithMarks(test.database)) {
      const days = await listMarkedDays(test.database, storeId, 1_000);
      for (const day of days) if (random.chance(0.5)) await rollUpDay(test.database, day);
    }
  }

  function drawAsked(random: Random) {
    const store = random.chance(0.4) ? random.pick(stores).id : null;
    const mine = store ? [store] : stores.map(({ id }) => id);
    const at = () => RANGE.from + random.below(RANGE.days * 24) * (DAY_MS / 24);
    const whole = random.chance(0.2);
    const from = random.chance(0.5) ? at() : at() - (at() % DAY_MS);
    return {
      store,
      stores: new Set(mine.map((id) => decodeId('STO', id) as string)),
      environment: random.chance(0.7) ? ('test' as const) : ('prod' as const),
      from: whole ? 0 : from,
      to: whole ? Number.POSITIVE_INFINITY : from + random.below(RANGE.days * 24) * (DAY_MS / 24),
      currency: random.pick(CURRENCIES),
      granularity: random.pick(GRANULARITIES),
      onlyCurrency: random.chance(0.2) ? random.pick(CURRENCIES) : null,
      status: random.chance(0.25) ? random.pick(STATUSES) : null,
    };
  }

  it('equals a recount of the raw rows, whatever is rolled up', { timeout: 300_000 }, async () => {
    let told = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const random = createRandom(round + 77);
      for (let count = random.below(4); count > 0; count -= 1) {
        await changeSomething(random.pick(stores));
      }
      await rollUpSome(random);
      for (let count = random.below(3); count > 0; count -= 1) {
        await changeSomething(random.pick(stores));
      }
      const { store, ...asked } = drawAsked(random);
      const { from, to, onlyCurrency, status, currency } = asked;
      const range =
        to === Number.POSITIVE_INFINITY
          ? null
          : {
              startDate: new Date(from).toISOString(),
              endDate: new Date(to).toISOString(),
            };
      const variables = {
        storeId: store,
        filter: { timeRange: range, currency: onlyCurrency, status },
        g: asked.granularity,
        c: random.chance(0.5) ? currency : currency.toLowerCase(),
      };
      const ask = askAsMerchant(test, merchant, asked.environment);
      const data = await dataFrom(ask(ANALYSES, variables));
      const tables = await readTables(test.database);
      const wanted = recountAll(tables, selectRows(tables, asked), asked);
      expect({ round, ...data }).toEqual({ round, ...wanted });
      if (data.orderStatistics.totalCount > 5) told += 1;
    }
    expect(told).toBeGreaterThan(ROUNDS / 4);
    const [sums] = await test.database.query<{ folded: bigint }>(
      sql`select count(*) as folded from charge_day`,
    );
    expect(sums?.folded).toBeGreaterThan(0n);
  });

  it('isn’t available to buyers, visitors or other merchants', async () => {
    const ask = askAsMerchant(test, await makeMerchant(test));
    const [store] = stores;
    const text = `{ orderStatistics(storeId: "${store?.id}") { totalCount } }`;
    expect(await dataFrom(ask(text))).toEqual({ orderStatistics: { totalCount: 0 } });
    const visitor = askAsVisitor(test, store?.slug ?? '');
    expect((await visitor('{ orderStatistics { totalCount } }')).status).toBe(403);
  });
});

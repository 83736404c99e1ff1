import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { openServer } from '../../src/database/open.ts';
import { makeMerchant, makeStore } from '../support/merchant.ts';
import { needs } from '../support/needs.ts';
import { startTestApp, type TestApp, useTestApp } from '../support/test-app.ts';
import { askAsMerchant, askAsVisitor, dataFrom } from './asking.ts';

const TIMEOUT_MS = 400;
const test = useTestApp();

/** On the embedded engine, no other session can lock a table during a query. */
describe('a query that exceeds the database’s timeout', needs('server'), () => {
  let database: Database;
  let impatient: TestApp;

  beforeAll(async () => {
    database = await openServer(test.databaseUrl as string, 2, TIMEOUT_MS);
    impatient = await startTestApp({ database, url: test.databaseUrl, close: async () => {} });
  });
  afterAll(async () => {
    await impatient.app.http.close();
    await database.close();
  });

  it('is canceled and refused with 400 and a hint; others are still answered', async () => {
    const merchant = await makeMerchant(test);
    const { id } = await makeStore(merchant);
    const ask = askAsMerchant(impatient, merchant);
    // Warm-up: the timeout applies only to statements.
    expect(await dataFrom(ask('{ stores { id } }'))).toEqual({ stores: [{ id }] });
    await test.database.session(async (holder) => {
      await holder.query('begin; lock table refund in access exclusive mode');
      const reply = await ask('{ refunds { id } }');
      const [error] = reply.body.errors;
      expect({ status: reply.status, data: reply.body.data }).toEqual({ status: 400, data: null });
      expect(error).toEqual({
        message: 'The query took too long',
        layer: 'graphql',
        aiHint: expect.stringContaining('time range'),
      });
      expect(await dataFrom(ask('{ storesCount }'))).toEqual({ storesCount: 1 });
      const { rows } = await holder.query(
        `select count(*) as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toEqual([{ waiting: 0n }]);
      await holder.query('rollback');
    });
    expect(await dataFrom(ask('{ refunds { id } }'))).toEqual({ refunds: [] });
  });

  it('is canceled sooner if requested, and the connection is reset', async () => {
    const one = await openServer(test.databaseUrl as string, 1, 5_000);
    const ask = <Row>(text: string, timeoutMs?: number) =>
      one.query<Row>({ text, values: [], ...(timeoutMs ? { timeoutMs } : {}) });
    expect(await ask('select 1 as one', 100)).toEqual([{ one: 1 }]);
    await expect(ask('select pg_sleep(3)', 100)).rejects.toMatchObject({ code: '57014' });
    expect(await ask('show statement_timeout')).toEqual([{ statement_timeout: '5s' }]);
    await one.close();
  });

  it('is canceled after two seconds for a visitor', async () => {
    const merchant = await makeMerchant(test);
    const visit = askAsVisitor(test, (await makeStore(merchant)).slug);
    await test.database.session(async (holder) => {
      await holder.query('begin; lock table product in access exclusive mode');
      const from = performance.now();
      const { status, body } = await visit('{ onetimeProducts { id } }');
      expect({ status, message: body.errors[0].message }).toEqual({
        status: 400,
        message: 'The query took too long',
      });
      expect(performance.now() - from).toBeLessThan(6_000);
      await holder.query('rollback');
    });
    expect(await dataFrom(visit('{ onetimeProducts { id } }'))).toEqual({ onetimeProducts: [] });
  });
});

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actions } from '../../src/actions.ts';
import { type Database, sql } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openServer } from '../../src/database/open.ts';
import { callAt } from '../support/calls.ts';
import { expectError } from '../support/error-rows.ts';
import { makeMerchant, type TestMerchant } from '../support/merchant.ts';
import { needs } from '../support/needs.ts';
import { makePrimary, type OwnServer } from '../support/postgres-servers.ts';
import { newPlan, PROBE_TABLE, type ProbePlan, probeAction } from '../support/probe-action.ts';
import { makeServerFolder, removeFolder } from '../support/server-programs.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const TIMEOUT_MS = 1_500;
const OUTCOME_UNKNOWN = 'Outcome unknown, retry with the same idempotency key';
const plan: ProbePlan = newPlan();

describe(
  'a commit that waits for a standby',
  { ...needs('server', 'postgres'), timeout: 60_000 },
  () => {
    const parts = {} as {
      folder: string;
      server: OwnServer;
      database: Database;
      test: TestApp;
      merchant: TestMerchant;
    };
    beforeAll(async () => {
      parts.folder = await makeServerFolder();
      parts.server = await makePrimary(parts.folder);
      const { url } = parts.server;
      parts.database = await openServer(url, 5, TIMEOUT_MS);
      await migrate(parts.database);
      await parts.database.query(PROBE_TABLE);
      const source = { database: parts.database, url, close: async () => {} };
      const own = { actions: [...actions, probeAction(plan)] };
      parts.test = await startTestApp(source, {}, own);
      parts.merchant = await makeMerchant(parts.test);
    }, 60_000);
    beforeEach(async () => {
      Object.assign(plan, newPlan());
      await requireStandby(parts.server, '');
    });
    afterAll(async () => {
      await parts.test.app.http.close();
      await parts.test.app.worker.stop();
      await parts.database.close();
      await parts.server.stop('SIGQUIT');
      await removeFolder(parts.folder);
    }, 60_000);

    const send = (key: string) =>
      callAt(parts.test, parts.merchant, {
        path: 'probe/leave-mark',
        body: { mark: key },
        headers: { 'x-idempotency-key': key },
      });
    const countMarks = async (key: string) => {
      const [row] = await parts.database.query<{ count: number }>(
        sql`select count(*)::int as count from probe where mark = ${key}`,
      );
      return row?.count;
    };
    /** From this transaction on, commits wait for a standby that doesn't exist. */
    const loseStandbyInside = () => {
      plan.handle = () => requireStandby(parts.server, 'lost');
    };

    it('is of unknown outcome when the wait is interrupted: a takeover would undo it', async () => {
      const key = randomUUID();
      loseStandbyInside();
      const sent = send(key);
      await interruptWait(parts.server);
      expectError(await sent, 503, OUTCOME_UNKNOWN, 'gateway');
      await requireStandby(parts.server, '');
      const retried = await send(key);
      expect([retried.status, retried.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
      expect(await countMarks(key)).toBe(1);
    });

    it('is of unknown outcome when the standby does not come in time', async () => {
      const key = randomUUID();
      loseStandbyInside();
      expectError(await send(key), 503, OUTCOME_UNKNOWN, 'gateway');
      await requireStandby(parts.server, '');
      expect((await untilDecided(key)).status).toBe(200);
      expect(await countMarks(key)).toBe(1);
    });

    it('is not reported as done after a crash before a standby has it', async () => {
      const key = randomUUID();
      loseStandbyInside();
      const sent = send(key);
      await untilWaiting(parts.server);
      await parts.server.stop('SIGQUIT');
      expectError(await sent, 503, OUTCOME_UNKNOWN, 'gateway');
      await parts.server.start();
      expect(await countMarks(key)).toBe(1);
      expect((await send(key)).status).toBe(503);
      await requireStandby(parts.server, '');
      const retried = await untilDecided(key);
      expect([retried.status, retried.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
      expect(await countMarks(key)).toBe(1);
    });

    it.each([
      ['interrupted', 'pg_cancel_backend'],
      ['ended with its session', 'pg_terminate_backend'],
    ])('fails a statement outside of a transaction when the wait is %s', async (_how, end) => {
      await requireStandby(parts.server, 'lost');
      const insert = sql`insert into probe (mark) values (${randomUUID()}) returning mark`;
      const failed = expect(parts.database.query(insert)).rejects.toThrow(
        'Committed with a warning',
      );
      await interruptWait(parts.server, end);
      await failed;
    });

    it('makes callers waiting for its rows fail with 503 and Retry-After', async () => {
      const holder = new pg.Client({ connectionString: parts.server.url });
      await holder.connect();
      await holder.query('begin');
      await holder.query('lock table probe in exclusive mode');
      const waited = await send(randomUUID());
      await holder.end();
      expectError(waited, 503, 'Service temporarily unavailable', 'gateway');
      expect(Number(waited.headers.get('retry-after'))).toBeGreaterThan(0);
    });

    const untilDecided = async (key: string) => {
      for (;;) {
        const reply = await send(key);
        if (reply.status !== 409) return reply;
        await pause(50);
      }
    };
  },
);

async function administer<T extends pg.QueryResultRow>(
  server: OwnServer,
  ...statements: string[]
): Promise<T[]> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  let rows: T[] = [];
  for (const statement of statements) ({ rows } = await client.query(statement));
  await client.end();
  return rows;
}

async function requireStandby(server: OwnServer, name: string): Promise<void> {
  await administer(
    server,
    `alter system set synchronous_standby_names = '${name}'`,
    'select pg_reload_conf()',
  );
  for (;;) {
    const [row] = await administer<{ value: string }>(
      server,
      `select current_setting('synchronous_standby_names') as value`,
    );
    if (row?.value === name) break;
  }
  // Sessions read the new value before their next statement; the postmaster reloads last.
  await pause(200);
}

async function untilWaiting(server: OwnServer): Promise<number> {
  for (;;) {
    const [row] = await administer<{ pid: number }>(
      server,
      `select pid from pg_stat_activity where wait_event = 'SyncRep'`,
    );
    if (row) return row.pid;
  }
}

async function interruptWait(server: OwnServer, end = 'pg_cancel_backend'): Promise<void> {
  await administer(server, `select ${end}(${await untilWaiting(server)})`);
}

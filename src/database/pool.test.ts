import type pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { needs } from '../../test/support/needs.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { createFinder } from './finder.ts';
import { ConnectionPool } from './pool.ts';
import type { ServerClient } from './server-client.ts';
import { parseServers } from './servers.ts';

const test = useTestApp();
const HALF_AN_HOUR_S = 1_800;
const pools: ConnectionPool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
});

function openPool(options: { readonly maxLifetimeSeconds?: number } = {}): ConnectionPool {
  const servers = parseServers(test.databaseUrl as string, true);
  const { connectionString } = servers;
  const finder = createFinder(servers, 0);
  const pool = new ConnectionPool({
    connectionString,
    finder,
    mustWrite: true,
    max: 1,
    ...options,
  });
  pools.push(pool);
  return pool;
}

async function pidOf(connection: pg.PoolClient): Promise<number> {
  const { rows } = await connection.query('select pg_backend_pid() as pid, pg_sleep(0.1)');
  return rows[0].pid;
}

describe('a pool', needs('server'), () => {
  it('replaces a connection at the end of its lifetime of half an hour', async () => {
    expect(openPool().options).toMatchObject({ maxLifetimeSeconds: HALF_AN_HOUR_S });
    const pool = openPool({ maxLifetimeSeconds: 0.05 });
    const pids: number[] = [];
    for (let round = 0; round < 2; round += 1) {
      const connection = await pool.connect();
      pids.push(await pidOf(connection));
      connection.release();
    }
    expect(new Set(pids).size).toBe(2);
  });

  it('hands out no connection that is older than a doubt about its server', async () => {
    const pool = openPool();
    const pids: number[] = [];
    for (const isDoubted of [false, true, false]) {
      const connection = await pool.connect();
      pids.push(await pidOf(connection));
      if (isDoubted) (connection as unknown as ServerClient).doubt();
      connection.release();
    }
    expect(pids[1]).toBe(pids[0]);
    expect(pids[2]).not.toBe(pids[0]);
  });
});

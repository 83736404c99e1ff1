import { expect, it } from 'vitest';
import { needs } from '../../test/support/needs.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { sql } from '../database/database.ts';
import { vacuumTables } from './vacuum-tables.job.ts';

const test = useTestApp();

it('analyzes a changed table and frees its dead rows', needs('embedded'), async () => {
  const { database, clock } = test;
  await database.query(sql`create table changed (number int)`);
  await database.query(sql`insert into changed select generate_series(1, 3000)`);
  await database.query(sql`delete from changed where number > 1000`);
  const read = async () => {
    await database.query(sql`select pg_stat_force_next_flush()`);
    const [row] = await database.query<{ dead: bigint; rows: number }>(sql`
      select n_dead_tup as dead, reltuples as rows from pg_stat_user_tables
      join pg_class on pg_class.oid = relid where pg_class.relname = 'changed'`);
    return row;
  };
  expect(await read()).toEqual({ dead: 2000n, rows: -1 });
  const signal = new AbortController().signal;
  const context = { database, now: () => clock.now(), signal };
  expect(await vacuumTables.run(context as never)).toBe(0);
  expect(await read()).toEqual({ dead: 0n, rows: 1000 });
});

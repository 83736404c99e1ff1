import { sql } from '../../src/database/database.ts';
import type { TestApp } from './test-app.ts';

/** Runs the work while every insert into the table fails with the SQLSTATE. */
export async function whileInsertsFail<T>(
  { database }: Pick<TestApp, 'database'>,
  table: string,
  sqlState: string,
  work: () => Promise<T>,
): Promise<T> {
  await database.session(async (connection) => {
    await connection.query(`
      create function fail_insert() returns trigger language plpgsql
      as 'begin raise exception sqlstate ''${sqlState}''; end'`);
    await connection.query('set citus.enable_unsafe_triggers = on');
    await connection.query(`
      create trigger failing_inserts before insert on ${table}
      for each row execute function fail_insert()`);
  });
  try {
    return await work();
  } finally {
    await database.query(sql`drop function fail_insert() cascade`);
  }
}

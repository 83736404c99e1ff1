import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Queryable, Sql } from '../../src/database/database.ts';

/** The statement that a query function would run. */
export async function captureStatement(run: (db: Queryable) => Promise<unknown>): Promise<Sql> {
  const captured: Sql[] = [];
  const db: Queryable = {
    query: async <Row>(statement: Sql) => {
      captured.push(statement);
      return [{}] as Row[];
    },
  };
  await run(db).catch(() => {});
  const [statement] = captured;
  if (!statement) throw new Error('No statement was run');
  return statement;
}

/**
 * The statement's text with its values as literals; values found in `fresh` become that SQL
 * instead, such as an id that must differ each time.
 */
export function inlineValues(statement: Sql, fresh: ReadonlyMap<unknown, string>): string {
  const text = statement.text.replaceAll(/\$(\d+)/g, (_, index) => {
    const value = statement.values[Number(index) - 1];
    return fresh.get(value) ?? literal(value);
  });
  return `${text.replaceAll(/\s+/g, ' ').trim()};`;
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  if (value instanceof Date) return `'${value.toISOString()}'`;
  if (Array.isArray(value)) return `'{${value.join(',')}}'`;
  return `'${String(value).replaceAll("'", "''")}'`;
}

/** Transactions a second of a pgbench script with prepared statements. */
export async function runPgbench(
  databaseUrl: string,
  script: string,
  { clients, seconds }: { readonly clients: number; readonly seconds: number },
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'tillgate-pgbench-'));
  const file = join(folder, 'script.sql');
  await writeFile(file, script);
  const first = Math.floor(performance.now());
  const options = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds)];
  const counter = ['-D', `n=${first * 100_000}`];
  const { stdout } = await promisify(execFile)('pgbench', [
    ...options,
    ...counter,
    '-f',
    file,
    databaseUrl,
  ]);
  await rm(folder, { recursive: true });
  const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (!rate) throw new Error(stdout);
  return Number(rate);
}

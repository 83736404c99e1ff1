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

/** The names of pgbench variables by value, shared by the statements of a script. */
export type Variables = Map<string, string>;

/**
 * The statement's text with a variable for each value, which pgbench sends as a parameter, as the
 * service does: literals would be parsed only once, not on every run. Values found in `fresh`
 * become that SQL instead, such as an id that must differ each time.
 */
export function toScript(
  statement: Sql,
  variables: Variables,
  fresh: ReadonlyMap<unknown, string> = new Map(),
): string {
  const text = statement.text.replaceAll(/\$(\d+)/g, (_, index) => {
    const value = statement.values[Number(index) - 1];
    if (value === null || fresh.has(value)) return fresh.get(value) ?? 'null';
    const name = `value${variables.size}`;
    variables.set(name, textOf(value));
    return `:${name}`;
  });
  return `${text.replaceAll(/\s+/g, ' ').trim()};`;
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? `{${value.join(',')}}` : String(value);
}

export interface PgbenchScript {
  readonly text: string;
  readonly variables: Variables;
}

/** Transactions per second of a pgbench script with prepared statements. */
export async function runPgbench(
  databaseUrl: string,
  { text, variables }: PgbenchScript,
  { clients, seconds }: { readonly clients: number; readonly seconds: number },
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'tillgate-pgbench-'));
  const file = join(folder, 'script.sql');
  await writeFile(file, text);
  const first = Math.floor(performance.now());
  const options = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds)];
  const given = [['n', first * 100_000], ...variables];
  const defined = given.flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  const { stdout } = await promisify(execFile)('pgbench', [
    ...options,
    ...defined,
    '-f',
    file,
    databaseUrl,
  ]);
  await rm(folder, { recursive: true });
  const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (!rate) throw new Error(stdout);
  return Number(rate);
}

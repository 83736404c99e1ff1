import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, raw, sql } from '../../../src/database/database.ts';
import { administer } from '../../support/server-database.ts';
import type { Leak } from './checks/check.ts';
import type { Cluster } from './cluster.ts';
import type { Journal } from './journal.ts';

/** Texts that must not appear, and where they may. */
export interface Canaries {
  /** In webhook addresses: they may be in the database, but not in any output. */
  readonly token: string;
  /** In prompts: they must not be anywhere. */
  readonly prompt: string;
}

const ILLEGAL_MOVE = 'illegal move of';
const MESSAGE = /"level":(?:50|60).*?"message":"((?:[^"\\]|\\.)*)"/g;

/** Searches a process's output, and counts the errors it logged. */
export function searchOutput(
  where: string,
  text: string,
  { token, prompt }: Canaries,
  journal: Journal,
): Leak[] {
  journal.count('texts searched');
  for (const [, message] of text.matchAll(MESSAGE)) journal.count(`logged: ${message}`);
  const found: Leak[] = [];
  if (text.includes(prompt)) found.push({ of: 'prompt', where: `output of ${where}` });
  if (text.includes(`token=${token}`)) found.push({ of: 'token', where: `output of ${where}` });
  if (text.includes(ILLEGAL_MOVE)) found.push({ of: 'illegal move', where: `output of ${where}` });
  return found;
}

/** Searches every row of every table, and the servers' files if they are the run's own. */
export async function searchDatabase(
  database: Database,
  { folder, dataNodes }: Pick<Cluster, 'folder' | 'dataNodes'>,
  { prompt }: Canaries,
  journal: Journal,
): Promise<Leak[]> {
  const tables = await database.query<{ name: string }>(sql`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`);
  const found: Leak[] = [];
  for (const { name } of tables) {
    const [row] = await database.query<{ count: number }>(sql`
      select count(*)::int as count from ${raw(name)} as one
      where one::text like ${`%${prompt}%`}`);
    journal.count('texts searched');
    if ((row?.count ?? 0) > 0) found.push({ of: 'prompt', where: `table ${name}` });
  }
  if (folder !== null) {
    await database.query(sql`checkpoint`);
    for (const url of dataNodes) await administer(url, 'checkpoint');
    found.push(...(await searchFiles(folder, prompt, journal)));
  }
  return found;
}

async function searchFiles(folder: string, text: string, journal: Journal): Promise<Leak[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: Leak[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    journal.count('texts searched');
    if (await holds(path, text)) found.push({ of: 'prompt', where: `file ${entry.name}` });
  }
  return found;
}

async function holds(path: string, text: string): Promise<boolean> {
  let rest = '';
  try {
    for await (const chunk of createReadStream(path, 'latin1')) {
      const piece = rest + chunk;
      if (piece.includes(text)) return true;
      rest = piece.slice(-text.length);
    }
  } catch (error) {
    // The server removes some of its files while it runs.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return false;
}

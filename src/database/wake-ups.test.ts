import { afterAll, describe, expect, it } from 'vitest';
import { needs } from '../../test/support/needs.ts';
import { openTestDatabase } from '../../test/support/test-database.ts';
import { type Database, sql } from './database.ts';
import { openServer } from './open.ts';

const TIMEOUT_MS = 10_000;
const opened: { close(): Promise<void> }[] = [];

afterAll(async () => {
  for (const { close } of opened) await close();
});

/** The wake-ups received by a process with this database. */
function hear(database: Database): string[] {
  const heard: string[] = [];
  database.onWake((job) => heard.push(job));
  return heard;
}

async function openBeside(url: string): Promise<Database> {
  const database = await openServer(url, 1, TIMEOUT_MS);
  opened.unshift(database);
  return database;
}

describe('wake-ups', needs('server'), () => {
  it('reach other processes, and this one without a second one from the server', async () => {
    const source = await openTestDatabase();
    opened.push(source);
    const url = source.url as string;
    const [here, there] = [await openBeside(url), await openBeside(url)];
    const heard = { here: hear(here), there: hear(there) };
    // Wake-ups sent before listening has started are lost.
    await expect
      .poll(async () => {
        await source.database.query(sql`select pg_notify('tillgate_wake', 'begin')`);
        return heard.here.includes('begin') && heard.there.includes('begin');
      })
      .toBe(true);
    here.wake('mails');
    here.wake('deliveries');
    here.wake('mails');
    const sent = (jobs: readonly string[]) => jobs.filter((job) => job !== 'begin');
    await expect.poll(() => sent(heard.there)).toEqual(['mails', 'deliveries']);
    // The server's messages arrive everywhere in the same order: this one came after the others.
    await source.database.query(sql`select pg_notify('tillgate_wake', 'end')`);
    await expect.poll(() => heard.here.includes('end')).toBe(true);
    expect(sent(heard.here)).toEqual(['mails', 'deliveries', 'mails', 'end']);
  });
});

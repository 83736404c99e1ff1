import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { needs } from '../../test/support/needs.ts';
import { administer, withDatabase } from '../../test/support/server-database.ts';
import {
  advanceDays,
  DAY_MS,
  makeClub,
  stateOf,
  subscribe,
} from '../../test/support/subscribing.ts';
import { startTestApp, useTestApp } from '../../test/support/test-app.ts';
import { sql } from './database.ts';
import { checkInstallation, type Place } from './installation.ts';
import { openServer } from './open.ts';

const test = useTestApp();

describe('the database’s place', () => {
  it('is where it first worked, and survives a start on another port', async () => {
    await inFolder(async (place) => {
      const { code, isMoved } = await check(place);
      expect(isMoved).toBe(false);
      const again = { ...place, publicUrl: 'http://localhost:5001' };
      expect(await check(again)).toEqual({ code, isMoved: false });
    });
  });

  it('is another under another public host, until the operator confirms it', async () => {
    await inFolder(async (place) => {
      const first = await check(place);
      const copy = { ...place, publicUrl: 'https://copy.example' };
      const { code, isMoved } = await check(copy);
      expect({ isMoved, other: code !== first.code }).toEqual({ isMoved: true, other: true });
      expect((await check({ ...copy, confirmed: first.code })).isMoved).toBe(true);
      expect((await check({ ...copy, confirmed: code })).isMoved).toBe(false);
      expect((await check(copy)).isMoved).toBe(false);
      expect((await check(place)).isMoved).toBe(true);
    });
  });

  it('keeps a copy from renewing anything', async () => {
    const club = await makeClub(test);
    const orderId = await subscribe(club);
    const source = { database: test.database, url: null, close: async () => {} };
    const copy = await startTestApp(source, {}, { isMoved: true });
    copy.clock.advance(40 * DAY_MS);
    await copy.app.worker.runOnce();
    expect(await stateOf(club, orderId)).toMatchObject({ status: 'active', charged: [1] });
    await copy.app.http.close();
    await advanceDays(club, 40);
    expect(await stateOf(club, orderId)).toMatchObject({ charged: [1, 2] });
  });

  it('is another for a database made from this one', needs('server'), async () => {
    const source = inject('testDatabase');
    if (source.engine !== 'postgres') return;
    const place = { dataDir: '.', publicUrl: 'http://127.0.0.1:4000' };
    const [first, second] = [newName(), newName()];
    const open = (name: string) => openServer(withDatabase(source.serverUrl, name), 1, 10_000);
    await administer(source.serverUrl, `create database ${first} template ${source.template}`);
    const original = await open(first);
    expect((await checkInstallation(original, place, new Date())).isMoved).toBe(false);
    await original.close();
    await administer(source.serverUrl, `create database ${second} template ${first}`);
    const copy = await open(second);
    expect((await checkInstallation(copy, place, new Date())).isMoved).toBe(true);
    await copy.close();
    for (const name of [first, second]) {
      await administer(source.serverUrl, `drop database ${name} with (force)`);
    }
  });
});

function check(place: Place) {
  return checkInstallation(test.database, place, test.clock.now());
}

async function inFolder(work: (place: Place) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-place-'));
  try {
    await test.database.query(sql`delete from installation`);
    await work({ dataDir, publicUrl: 'http://127.0.0.1:4000' });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function newName(): string {
  return `tillgate_test_${randomBytes(6).toString('hex')}`;
}

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
import { addMs } from '../kit/time.ts';
import { createRememberPlace } from '../worker/remember-place.job.ts';
import { sql } from './database.ts';
import { checkInstallation, inspectInstallation } from './installation.ts';
import { openServer } from './open.ts';
import type { Place } from './place.ts';

const test = useTestApp();
const MINUTE_MS = 60_000;

describe('the database’s place', () => {
  it('is where it was first used, and survives a start on another port', async () => {
    await inFolder(async (place) => {
      const here = { code: '', isMoved: false, differences: '' };
      expect(await check(place)).toEqual(here);
      for (const host of ['localhost', '0.0.0.0', '[::]', '[::1]']) {
        expect(await check({ ...place, publicUrl: `http://${host}:5001` })).toEqual(here);
      }
      const again = { ...place, publicUrl: 'http://localhost:5001' };
      // The code of an earlier move, left in the settings.
      expect(await check({ ...again, confirmed: '0123456789ab' })).toEqual(here);
    });
  });

  it('differs under another public host until the operator confirms it', async () => {
    await inFolder(async (place) => {
      await check(place);
      const copy = { ...place, publicUrl: 'https://copy.example' };
      const { code, isMoved, differences } = await check(copy);
      expect(differences).toContain('The host of PUBLIC_URL was unset and is copy.example.');
      expect(isMoved).toBe(true);
      expect(code).toMatch(/^[0-9a-f]{12}$/);
      expect((await check({ ...copy, confirmed: '0123456789ab' })).isMoved).toBe(true);
      expect((await check({ ...copy, confirmed: code })).isMoved).toBe(false);
      expect((await check(copy)).isMoved).toBe(false);
      expect((await check(place)).isMoved).toBe(true);
    });
  });

  it('can be inspected without being claimed', async () => {
    await inFolder(async (place) => {
      await inspectInstallation(test.database, place, test.clock.now());
      expect(await test.database.query(sql`select from installation`)).toEqual([]);
    });
  });

  it(
    'may be an earlier time if the server went back and nothing has run since',
    needs('server'),
    async () => {
      await inFolder(async (place) => {
        await check(place);
        await setTimeline('0000000F');
        const after = (minutes: number) =>
          inspectInstallation(test.database, place, addMs(test.clock.now(), minutes * MINUTE_MS));
        // A promoted standby received the last heartbeat a moment ago.
        expect((await after(1)).isMoved).toBe(false);
        expect(await after(10)).toMatchObject({
          isMoved: true,
          differences: expect.stringContaining('it may have been restored to that time'),
        });
      });
    },
  );

  it('is the same for a running process whose last record survived', needs('server'), async () => {
    await inFolder(async (place) => {
      const job = createRememberPlace(place);
      const runAfter = (minutes: number) => {
        const now = () => addMs(test.clock.now(), minutes * MINUTE_MS);
        return job.run({ database: test.database, now } as never);
      };
      await runAfter(0);
      await setTimeline('0000000F');
      // The server was unavailable for ten minutes, and a standby took over.
      expect(await runAfter(10)).toBe(0);
      await setTimeline('0000000F');
      // Restored to a time before this process's last record, or to another process's after it.
      for (const minutes of [0, 12]) {
        const at = addMs(test.clock.now(), minutes * MINUTE_MS);
        await test.database.query(sql`update installation set recorded_at = ${at}`);
        await expect(runAfter(20)).rejects.toThrow('it may have been restored to that time');
      }
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

  it('differs for a database made from this one', needs('plain-server'), async () => {
    const source = inject('testDatabase');
    if (source.engine !== 'postgres') return;
    const [serverUrl] = source.servers;
    const place = { dataDir: '.', publicUrl: 'http://127.0.0.1:4000' };
    const [first, second] = [newName(), newName()];
    const open = (name: string) => openServer(withDatabase(serverUrl, name), 1, 10_000);
    await administer(serverUrl, `create database ${first} template ${source.template}`);
    const original = await open(first);
    expect((await checkInstallation(original, place, new Date())).isMoved).toBe(false);
    await original.close();
    await administer(serverUrl, `create database ${second} template ${first}`);
    const copy = await open(second);
    const checked = await checkInstallation(copy, place, new Date());
    expect(checked).toMatchObject({ isMoved: true });
    expect(checked.differences).toContain(`The database was ${first} and is ${second}.`);
    await copy.close();
    for (const name of [first, second]) {
      await administer(serverUrl, `drop database ${name} with (force)`);
    }
  });
});

function check(place: Place & { readonly confirmed?: string }) {
  return checkInstallation(test.database, place, test.clock.now());
}

/** As if the server had been on another timeline when the place was recorded. */
async function setTimeline(name: string): Promise<void> {
  await test.database.query(sql`update installation set surroundings =
    regexp_replace(surroundings, '"timeline":"[^"]*"', ${`"timeline":"${name}"`})`);
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

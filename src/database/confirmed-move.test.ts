import { beforeEach, describe, expect, it } from 'vitest';
import { needs } from '../../test/support/needs.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { sql } from './database.ts';
import { checkInstallation, markRestored } from './installation.ts';

const test = useTestApp();
const MINUTE_MS = 60_000;
const LOCAL_URL = 'http://127.0.0.1:4000';
const COPY_URL = 'https://copy.example';

beforeEach(() => test.database.query(sql`delete from installation`));

/** The code of a move, left in the settings. */
describe('the code of a confirmed move', () => {
  it('doesn’t confirm a later move to the same place', async () => {
    await check(LOCAL_URL);
    const code = await confirmMove(COPY_URL);
    await confirmMove(LOCAL_URL);
    expect((await check(COPY_URL, code)).isMoved).toBe(true);
  });

  it('doesn’t confirm another restore of the same backup', async () => {
    const restore = async () => {
      await record('restored from a backup', new Date('2026-01-01T00:00:00Z'));
      await markRestored(test.database, test.clock.now());
    };
    await restore();
    const code = await confirmMove(LOCAL_URL);
    await restore();
    expect(await check(LOCAL_URL, code)).toMatchObject({
      isMoved: true,
      differences: 'It comes from a backup or another place (2026-01-01T00:00:00.000Z).',
    });
  });

  it('doesn’t confirm a restore to an earlier time', needs('server'), async () => {
    await record('another place', test.clock.now());
    const codes = [await confirmMove(LOCAL_URL)];
    for (const timeline of ['0000000E', '0000000F']) {
      await test.database.query(sql`update installation set surroundings =
        regexp_replace(surroundings, '"timeline":"[^"]*"', ${`"timeline":"${timeline}"`})`);
      test.clock.advance(10 * MINUTE_MS);
      for (const code of codes) expect((await check(LOCAL_URL, code)).isMoved).toBe(true);
      codes.push(await confirmMove(LOCAL_URL));
    }
  });
});

/** Starts at a new place without a code, then with it; returns the code. */
async function confirmMove(publicUrl: string): Promise<string> {
  const { code, isMoved } = await check(publicUrl);
  expect(isMoved).toBe(true);
  expect(await check(publicUrl, code)).toEqual({ code: '', isMoved: false, differences: '' });
  test.clock.advance(MINUTE_MS);
  return code;
}

function check(publicUrl: string, confirmed?: string) {
  const place = { dataDir: '.', publicUrl, confirmed };
  return checkInstallation(test.database, place, test.clock.now());
}

async function record(fingerprint: string, at: Date): Promise<void> {
  await test.database.query(sql`delete from installation`);
  await test.database.query(
    sql`insert into installation (fingerprint, recorded_at) values (${fingerprint}, ${at})`,
  );
}

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useTestApp } from '../../test/support/test-app.ts';
import { readConfig } from '../config.ts';
import { sql } from '../database/database.ts';
import { checkInstallation } from '../database/installation.ts';
import { notePlace } from './note-place.ts';

const test = useTestApp();
const COPY = 'This database may be a copy.';

beforeEach(() => test.database.query(sql`delete from installation`));
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Starts the service with these settings, as far as the place is concerned. */
function start(settings: NodeJS.ProcessEnv) {
  const { PUBLIC_URL: publicUrl } = readConfig(settings);
  return checkInstallation(test.database, { dataDir: '.', publicUrl }, test.clock.now());
}

/** What the doctor says with these settings. */
function note(settings: NodeJS.ProcessEnv): Promise<string> {
  const { HOST, PUBLIC_URL } = settings;
  for (const [name, value] of Object.entries({ DATA_DIR: '.', HOST, PUBLIC_URL })) {
    vi.stubEnv(name, value);
  }
  return notePlace(test.database);
}

describe('the doctor’s note about the place', () => {
  it.each([
    {},
    { HOST: '192.168.1.10' },
    { HOST: '::' },
    { HOST: '192.168.1.10', PUBLIC_URL: 'https://shop.example' },
  ])('has the service’s idea of it: %j', async (settings) => {
    await start(settings);
    expect(await note(settings)).toBe('');
  });

  it('has the code that the service takes', async () => {
    await start({});
    const moved = { PUBLIC_URL: 'https://shop.example' };
    const text = await note(moved);
    const { code } = await start(moved);
    expect(text).toContain(`start it with CONFIRM_MOVE=${code} and nothing is paused.`);
  });

  it('asks for PUBLIC_URL instead of a code if the service had one', async () => {
    await start({ PUBLIC_URL: 'https://shop.example' });
    for (const settings of [{}, { HOST: '192.168.1.10' }]) {
      const text = await note(settings);
      expect(text).toContain(`${COPY} The host of PUBLIC_URL was shop.example and is `);
      expect(text).toContain("PUBLIC_URL isn't set here: set it as the service has it");
      expect(text).not.toContain('CONFIRM_MOVE');
    }
  });
});

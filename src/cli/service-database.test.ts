import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readServiceDatabase } from './service-database.ts';

const SERVER = 'postgres://of-the-service/tillgate';
const DIRECT = 'postgres://behind-the-pooler/tillgate';
const OTHER = 'postgres://other/tillgate';
const OTHER_DIRECT = 'postgres://behind-another-pooler/tillgate';
const NAMES = ['DATABASE_URL', 'DATABASE_POOLER', 'DATABASE_DIRECT_URL'] as const;
type Settings = Partial<Record<(typeof NAMES)[number], string>>;

const parts = {} as { folder: string };

beforeEach(async () => {
  parts.folder = await mkdtemp(join(tmpdir(), 'tillgate-settings-'));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(parts.folder, { recursive: true, force: true });
});

/** The server that a command with these settings uses. */
async function serverOf({ file = {}, given = {} }: { file?: Settings; given?: Settings }) {
  const dotenv = join(parts.folder, '.env');
  const lines = Object.entries(file).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(dotenv, lines.join(''));
  // Restored after the test, also if the file sets it.
  for (const name of NAMES) vi.stubEnv(name, given[name]);
  const command = new Command().option('--dotenv <file>').parse(['--dotenv', dotenv], {
    from: 'user',
  });
  return readServiceDatabase(command).server;
}

describe('a command for the service’s server', () => {
  const pooled = { DATABASE_URL: SERVER, DATABASE_POOLER: 'transaction' };
  const pooledBesideDirect = { ...pooled, DATABASE_DIRECT_URL: DIRECT };

  it.each(['file', 'given'])('bypasses a pooler if it can: settings of the %s', async (place) => {
    expect(await serverOf({ [place]: pooled })).toEqual({ url: SERVER, isPooled: true });
    expect(await serverOf({ [place]: pooledBesideDirect })).toEqual({
      ...{ url: DIRECT, isPooled: false },
    });
  });

  it('ignores the direct URL without a pooler, as the service does', async () => {
    const file = { DATABASE_URL: SERVER, DATABASE_DIRECT_URL: DIRECT };
    expect(await serverOf({ file })).toEqual({ url: SERVER, isPooled: false });
  });

  it('ignores the pooler and the direct URL of a file if it is given a server', async () => {
    const server = { DATABASE_URL: OTHER };
    expect(await serverOf({ file: pooledBesideDirect, given: server })).toEqual({
      ...{ url: OTHER, isPooled: false },
    });
  });

  it('uses the pooler and the direct URL that it is given with a server', async () => {
    const given = { DATABASE_URL: OTHER, DATABASE_POOLER: 'transaction' };
    expect(await serverOf({ file: pooledBesideDirect, given })).toEqual({
      ...{ url: OTHER, isPooled: true },
    });
    const direct = { ...given, DATABASE_DIRECT_URL: OTHER_DIRECT };
    expect(await serverOf({ file: pooledBesideDirect, given: direct })).toEqual({
      ...{ url: OTHER_DIRECT, isPooled: false },
    });
  });

  it('throws what a malformed URL should look like', async () => {
    const malformed = 'a URL such as postgres://user:password@host:5432/database';
    await expect(serverOf({ given: { DATABASE_URL: 'db.example/tillgate' } })).rejects.toThrow(
      `DATABASE_URL: ${malformed}`,
    );
    const given = { ...pooled, DATABASE_DIRECT_URL: 'postgres://a:1/2@db.example/tillgate' };
    await expect(serverOf({ given })).rejects.toThrow(`DATABASE_DIRECT_URL: ${malformed}`);
  });

  it('has none if the database is embedded', async () => {
    expect(await serverOf({ file: { DATABASE_DIRECT_URL: DIRECT } })).toBeNull();
  });
});

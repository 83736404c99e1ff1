import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../../test/support/needs.ts';
import { runTillgate } from '../../test/support/run-command.ts';
import { buildService } from '../../test/support/service-process.ts';
import { TEST_SECRET_KEY, useTestApp } from '../../test/support/test-app.ts';
import { writeBackup } from '../database/backup-file.ts';
import { keyCheckOf } from '../kit/key-check.ts';

const test = useTestApp();
const parts = {} as { folder: string };
const FILE = 'shop.backup';
const OTHER_KEY = 'the key of a trial, just as long as the other';

beforeAll(async () => {
  await buildService();
  parts.folder = await mkdtemp(join(tmpdir(), 'tillgate-backup-key-'));
  // The folder of an earlier trial, whose key isn't that of the server's secrets.
  await mkdir(join(parts.folder, 'data'));
  await writeFile(join(parts.folder, 'data', 'secret-key'), `${OTHER_KEY}\n`);
  expect((await fetch(`${test.baseUrl}/.well-known/webhook-keys.json`)).status).toBe(200);
}, 120_000);

afterAll(() => rm(parts.folder, { recursive: true, force: true }));

/** `restore` requires the key that `backup` had, so a wrong one would make the file useless. */
describe('tillgate backup of a server', needs('server'), () => {
  it('requires SECRET_KEY, whatever is in the data folder', async () => {
    for (const args of [
      ['backup', FILE],
      ['kyb', 'list'],
    ]) {
      const { code, stderr } = await run(args);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: "tillgate: SECRET_KEY isn't set, and DATABASE_URL requires it\n",
      });
    }
  });

  it('refuses a key that decrypts none of its webhook keys', async () => {
    const { code, stderr } = await run(['backup', FILE], { SECRET_KEY: OTHER_KEY });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        "tillgate: SECRET_KEY doesn't decrypt the secrets of this database. Set SECRET_KEY to the key that the service had. If you are changing the key, also set SECRET_KEY_PREVIOUS to the old one.\n",
    });
    expect(await readdir(parts.folder)).toEqual(['data']);
  });

  it('takes a new key beside the previous one', async () => {
    const keys = { SECRET_KEY: OTHER_KEY, SECRET_KEY_PREVIOUS: TEST_SECRET_KEY };
    expect(await run(['backup', FILE], keys)).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('tillgate restore', () => {
  it('refuses a folder whose key is another one, and changes nothing', async () => {
    const file = join(parts.folder, 'whole.backup');
    const keyCheck = keyCheckOf(TEST_SECRET_KEY);
    await writeBackup(test.database, file, { createdAt: new Date().toISOString(), keyCheck });
    const settings = { SECRET_KEY: TEST_SECRET_KEY };
    expect(await runTillgate(parts.folder, ['restore', file], settings)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'tillgate: data/secret-key contains another key than SECRET_KEY. Move that file away, then restore again\n',
    });
    expect(await readdir(join(parts.folder, 'data'))).toEqual(['secret-key']);
  });
});

function run(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const environment = { DATABASE_URL: test.databaseUrl as string, ...settings };
  return runTillgate(parts.folder, args, environment);
}

import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { needs } from '../support/needs.ts';
import { administer, withDatabase } from '../support/server-database.ts';
import { startService, withFolder } from '../support/service-process.ts';

const TEST_MS = 180_000;
const KEY = 'the key of the service, long enough to be one';
const MISTYPED = 'the key of the sevrice, long enough to be one';
const REFUSAL =
  "SECRET_KEY doesn't decrypt the secrets of this database. Set SECRET_KEY to the key that the service had. If you are changing the key, also set SECRET_KEY_PREVIOUS to the old one.";

type Settings = Readonly<Record<string, string>>;

describe('a start on a database with secrets', () => {
  it(
    'makes no new key if the embedded database has lost its own',
    { ...needs('embedded'), timeout: TEST_MS },
    async () => {
      await withFolder(async (folder) => {
        await keepSecrets(folder, { SECRET_KEY: KEY });
        await expect(start(folder, {})).rejects.toThrow(
          "SECRET_KEY isn't set and data/secret-key doesn't exist, but this database has secrets.",
        );
        expect(await readdir(join(folder, 'data'))).not.toContain('secret-key');
        await refuse(folder, {});
      });
    },
  );

  it(
    'is refused with a mistyped key of a server’s database',
    { ...needs('plain-server'), timeout: TEST_MS },
    async () => {
      const serverUrl = process.env.TEST_DATABASE_URL as string;
      const name = `tillgate_test_${randomBytes(6).toString('hex')}`;
      await administer(serverUrl, `create database ${name}`);
      const settings = { DATABASE_URL: withDatabase(serverUrl, name) };
      try {
        await withFolder(async (folder) => {
          await keepSecrets(folder, { ...settings, SECRET_KEY: KEY });
          await refuse(folder, settings);
        });
      } finally {
        await administer(serverUrl, `drop database ${name} with (force)`);
      }
    },
  );
});

function start(folder: string, settings: Settings) {
  return startService(folder, { DEMO: 'false', ...settings });
}

/** Makes the webhook keys, which are encrypted with the secret key. */
async function keepSecrets(folder: string, settings: Settings): Promise<void> {
  const service = await start(folder, settings);
  expect((await fetch(`${service.baseUrl}/.well-known/webhook-keys.json`)).status).toBe(200);
  expect(await service.stop('SIGINT')).toBe(0);
}

/** A mistyped key is refused, and a new one is taken beside the previous one. */
async function refuse(folder: string, settings: Settings): Promise<void> {
  const mistyped = { ...settings, SECRET_KEY: MISTYPED };
  await expect(start(folder, mistyped)).rejects.toThrow(REFUSAL);
  const changed = await start(folder, { ...mistyped, SECRET_KEY_PREVIOUS: KEY });
  expect(await changed.stop('SIGINT')).toBe(0);
}

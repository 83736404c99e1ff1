import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../test/support/accounts.ts';
import { runTillgate } from '../../test/support/run-command.ts';
import { buildService } from '../../test/support/service-process.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { sql } from '../database/database.ts';

const test = useTestApp();
const parts = {} as { folder: string };

beforeAll(async () => {
  await buildService();
  parts.folder = await mkdtemp(join(tmpdir(), 'tillgate-init-'));
}, 120_000);

afterAll(() => rm(parts.folder, { recursive: true, force: true }));

function init(dotenv: string, args: readonly string[]) {
  const account = ['--email', 'cli@merchant.example', '--base-url', test.baseUrl];
  const environment = { TILLGATE_PASSWORD: PASSWORD };
  return runTillgate(parts.folder, ['init', ...account, '--dotenv', dotenv, ...args], environment);
}

/** What the account of `init` has. */
async function made() {
  const [row] = await test.database.query<{ stores: number; keys: number }>(sql`
    select (select count(*)::int from store_merchant where merchant_id = merchant.id) as stores,
      (select count(*)::int from api_key where merchant_id = merchant.id) as keys
    from merchant where email = 'cli@merchant.example'`);
  return row as NonNullable<typeof row>;
}

const envText = (name: string) => readFile(join(parts.folder, name), 'utf8');

describe('tillgate init', () => {
  it('leaves no key and no file behind if it cannot finish', async () => {
    await init('kept.env', ['--store', 'First']);
    const before = await made();
    expect(before).toMatchObject({ stores: 1, keys: 1 });
    const long = await init('long.env', ['--store', 'x'.repeat(49)]);
    expect(long.stderr).toContain('Store name cannot exceed 48 characters');
    await expect(envText('long.env')).rejects.toThrow('ENOENT');
    const nowhere = await init('absent/shop.env', ['--store', 'Twice']);
    expect(nowhere.stderr).toMatch(/^tillgate: absent\/shop.env can't be written: ENOENT/);
    expect(await made()).toEqual(before);
  });

  it('never replaces a file with settings of another program', async () => {
    const text = 'SECRET_KEY=of-the-service\n';
    await writeFile(join(parts.folder, 'service.env'), text);
    for (const force of [[], ['--force']]) {
      const { stderr } = await init('service.env', force);
      expect(stderr).toBe(
        'tillgate: service.env contains SECRET_KEY. Name another file with --dotenv\n',
      );
    }
    expect(await envText('service.env')).toBe(text);
  });
});

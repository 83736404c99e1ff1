import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { needs } from '../support/needs.ts';
import { startCommand } from '../support/run-command.ts';
import { administer, withDatabase } from '../support/server-database.ts';
import { root } from '../support/service-process.ts';

const server = process.env.TEST_DATABASE_URL ?? '';
const name = `tillgate_test_${randomBytes(5).toString('hex')}`;

beforeAll(async () => {
  if (server) await administer(server, `create database ${name}`);
});
afterAll(async () => {
  if (server) await administer(server, `drop database ${name} with (force)`);
});

it(
  'fills a store of its own with one command, and prints the login',
  { ...needs('plain-server'), timeout: 120_000 },
  async () => {
    const seed = (...args: string[]) =>
      startCommand(
        root,
        [process.execPath, join(root, 'node_modules/tsx/dist/cli.mjs'), 'scripts/seed.ts', ...args],
        { DATABASE_URL: withDatabase(server, name), SECRET_KEY: 'x'.repeat(40) },
      ).ended;
    const sizes = ['--orders', '600', '--customers', '100', '--subscriptions', '30'];
    const { code, stdout, stderr } = await seed(...sizes);
    expect([code, stderr]).toEqual([0, '']);
    const [, store] = /^Store (STO_\w+)$/m.exec(stdout) ?? [];
    expect(stdout).toMatch(
      /^Dashboard http:.*\/dashboard\nEmail merchant-\w+@example\.com\nPassword \S{16}\n$/m,
    );
    const again = await seed(store as string, ...sizes);
    expect([again.code, again.stderr, again.stdout]).toEqual([0, '', '500 orders\n600 orders\n']);
    expect((await seed('STO_none')).stderr).toContain("STO_none isn't the ID of a store");
  },
);

import { execFile } from 'node:child_process';
import { access, chmod, constants, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../test/support/accounts.ts';
import { post } from '../../test/support/merchant.ts';
import { needs } from '../../test/support/needs.ts';
import { runTillgate, tillgatePath } from '../../test/support/run-command.ts';
import { administer, withDatabase } from '../../test/support/server-database.ts';
import { buildService, root } from '../../test/support/service-process.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { makeTwoFactor } from '../../test/support/two-factor.ts';

/** The commands as processes, against a really listening service. */
const test = useTestApp();
const parts = {} as { folder: string };

beforeAll(async () => {
  await buildService();
  test.app.worker.start();
  parts.folder = await mkdtemp(join(tmpdir(), 'tillgate-cli-'));
  const made = await init('.env', ['--store', 'From the command line']);
  expect(made.stderr).toBe('');
}, 120_000);

afterAll(() => rm(parts.folder, { recursive: true, force: true }));

function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return runTillgate(parts.folder, args, environment);
}

function init(dotenv: string, args: readonly string[], email = 'cli@merchant.example') {
  const account = ['--email', email, '--base-url', test.baseUrl];
  const environment = { TILLGATE_PASSWORD: PASSWORD };
  return run(['init', ...account, '--dotenv', dotenv, ...args], environment);
}

const envText = (name = '.env') => readFile(join(parts.folder, name), 'utf8');

describe('tillgate', () => {
  it('is executable and lists its commands', async () => {
    await access(tillgatePath, constants.X_OK);
    const { stdout, code } = await run(['--help']);
    expect(code).toBe(0);
    for (const name of ['init', 'sign', 'listen', 'trigger', 'migrate', 'kyb']) {
      expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'));
    }
  });

  it('tells its version', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    expect(await run(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` });
  });

  it('exits with a code and a sentence, never with a stack trace', async () => {
    for (const args of [['sing'], ['sign', '/v1/x'], ['migrate'], ['trigger']]) {
      const { code, stderr } = await run(args);
      expect(code).toBe(1);
      expect(stderr).not.toMatch(/\n {4}at /);
    }
  });

  it('refuses an env file that is named and doesn’t exist', async () => {
    for (const args of [['trigger', 'order.completed'], ['kyb', 'list'], ['doctor']]) {
      expect(await run(['--dotenv', 'tpyo.env', ...args])).toEqual({
        ...{ code: 1, stdout: '', stderr: "tillgate: --dotenv: tpyo.env doesn't exist\n" },
      });
    }
  });

  it('reports that nothing answers', async () => {
    const nowhere = ['--base-url', 'http://127.0.0.1:9', '--dotenv', 'nowhere.env'];
    const { stderr } = await run([
      'init',
      '--email',
      'a@b.example',
      '--password',
      PASSWORD,
      ...nowhere,
    ]);
    expect(stderr).toContain('No response from http://127.0.0.1:9');
  });
});

describe('tillgate init', () => {
  it('signs up, registers a key made here and writes a private file', async () => {
    const text = await envText();
    expect(text).toContain(`TILLGATE_BASE_URL=${test.baseUrl}`);
    expect(text).toMatch(/^TILLGATE_MERCHANT_ID=MER_[0-9A-Za-z]{22}$/m);
    expect(text).toMatch(/^TILLGATE_STORE_ID=STO_[0-9A-Za-z]{22}$/m);
    expect(text).toMatch(/^TILLGATE_PRIVATE_KEY="-----BEGIN PRIVATE KEY-----\\n/m);
    expect((await stat(join(parts.folder, '.env'))).mode & 0o777).toBe(0o600);
  });

  it('refuses to overwrite a file without --force', async () => {
    const before = await envText();
    const { code, stderr } = await init('.env', []);
    expect(code).toBe(1);
    expect(stderr).toContain('.env exists. Use --force to replace it');
    expect(await envText()).toBe(before);
  });

  it('logs in when the account exists, and replaces the file with --force', async () => {
    await init('second.env', [], 'cli@merchant.example');
    const merchant = /TILLGATE_MERCHANT_ID=.*/.exec(await envText())?.[0] as string;
    expect(await envText('second.env')).toContain(merchant);
    await chmod(join(parts.folder, 'second.env'), 0o644);
    const { code } = await init('second.env', ['--force', '--nickname', 'Another']);
    expect(code).toBe(0);
    expect((await stat(join(parts.folder, 'second.env'))).mode & 0o777).toBe(0o600);
  });

  it('warns about a key that git would commit', async () => {
    await promisify(execFile)('git', ['init', '--quiet', parts.folder]);
    await writeFile(join(parts.folder, '.gitignore'), 'kept.env\n');
    const { stderr } = await init('third.env', ['--nickname', 'Third']);
    expect(stderr).toBe(
      'third.env contains a private key: add it to .gitignore before you commit.\n',
    );
    expect((await init('kept.env', ['--nickname', 'Fourth'])).stderr).toBe('');
  });

  it('takes the code of two-factor login', async () => {
    const { email, code } = await makeTwoFactor(test);
    const { stderr } = await init('two-factor.env', [], email);
    expect(stderr).toBe(
      'tillgate: merchant/log-in returned 401: Second factor required. Pass it with --code\n',
    );
    expect((await init('two-factor.env', ['--code', code()], email)).code).toBe(0);
    expect(await envText('two-factor.env')).toMatch(/^TILLGATE_MERCHANT_ID=MER_/m);
  });

  it('names the refused call', async () => {
    const environment = { TILLGATE_PASSWORD: 'a wrong password' };
    const account = ['--email', 'cli@merchant.example', '--base-url', test.baseUrl];
    const { stderr } = await run(['init', ...account, '--dotenv', 'wrong.env'], environment);
    expect(stderr).toContain('merchant/log-in returned 401: Invalid email or password');
    await expect(envText('wrong.env')).rejects.toThrow('ENOENT');
  });
});

describe('tillgate migrate', needs('plain-server'), () => {
  it('migrates an empty database, and finds nothing to do the second time', async () => {
    const serverUrl = process.env.TEST_DATABASE_URL as string;
    const name = `tillgate_test_cli_${process.pid}`;
    await administer(serverUrl, `create database ${name}`);
    const environment = { DATABASE_URL: withDatabase(serverUrl, name) };
    const first = await run(['migrate'], environment);
    const second = await run(['migrate'], environment);
    await administer(serverUrl, `drop database ${name} with (force)`);
    expect(first.stdout).toMatch(/^1\.rules$/m);
    expect(second).toMatchObject({ code: 0, stdout: '0 migrations applied\n', stderr: '' });
  });
});

describe('tillgate sign', () => {
  it('prints headers that the service accepts for exactly that body', async () => {
    const path = '/v1/actions/store/create-store';
    const body = '{"name":"Signed by hand"}';
    const { stdout } = await run(['sign', path, '--body', body]);
    const lines = stdout.trim().split('\n');
    const headers = Object.fromEntries(
      lines.map((line) => line.split(': ')).map(([name, value]) => [name?.toLowerCase(), value]),
    );
    expect((await post(test.baseUrl, path, body, headers)).status).toBe(200);
    expect((await post(test.baseUrl, path, `${body} `, headers)).status).toBe(401);
  });

  it('uses a file that is named explicitly rather than inherited variables', async () => {
    const inherited = { TILLGATE_MERCHANT_ID: 'MER_ofAnotherShell' };
    const sign = ['sign', '/v1/actions/store/create-store', '--body', '{}'];
    const [, own] = /TILLGATE_MERCHANT_ID=(.*)/.exec(await envText()) as unknown as string[];
    const named = await run(['--dotenv', '.env', ...sign], inherited);
    expect(named.stdout).toContain(`X-Merchant-Id: ${own}`);
    expect((await run(sign, inherited)).stdout).toContain('X-Merchant-Id: MER_ofAnotherShell');
  });
});

import { execFile } from 'node:child_process';
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { envText } from '../../src/cli/init.ts';
import { canonicalRequest } from '../../src/gateway/credentials/api-key.ts';
import { makeMerchant, post } from '../support/merchant.ts';
import { type NeedName, needs } from '../support/needs.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
const run = promisify(execFile);
const guides = join(import.meta.dirname, '../../docs/guides');
const guide = readFileSync(join(guides, 'authentication.md'), 'utf8');
const target = '/v1/actions/store/create-store';
const folder: { path: string } = { path: '' };

beforeAll(async () => {
  folder.path = await mkdtemp(join(tmpdir(), 'tillgate-guide-'));
  for (const [name, text] of programs()) await writeFile(join(folder.path, name), text);
});
afterAll(() => rm(folder.path, { recursive: true, force: true }));

/** The guide's programs: code blocks that start with a comment naming their file. */
function programs(): Map<string, string> {
  const blocks = guide.matchAll(/^```\w+\n((?:<\?php\n)?(?:#|\/\/) (sign\.\w+)\n[\s\S]*?)^```$/gm);
  return new Map([...blocks].map(([, text, name]) => [name as string, text as string]));
}

async function prepare() {
  const merchant = await makeMerchant(test);
  const pem = merchant.keys.test.privateKey.export({ type: 'pkcs8', format: 'pem' });
  const settings = envText({
    ...{ baseUrl: test.baseUrl, merchantId: merchant.shortId, privateKey: String(pem) },
    ...{ storeId: undefined, environment: 'test' },
  });
  await writeFile(join(folder.path, 'shop.env'), settings);
  await writeFile(join(folder.path, 'private.pem'), pem);
  const body = '{ "name": "Café from a guide" }\n';
  await writeFile(join(folder.path, 'body.json'), body);
  return { body, merchantId: merchant.shortId };
}

/** The guide's command that reads the file of `tillgate init`. */
const [, source = ''] = /^```sh\n(set -a; [\s\S]*?)^```$/m.exec(guide) ?? [];
/** The guide's command for a key pair made by hand. */
const [, fromFile = ''] = /`(export TILLGATE_PRIVATE_KEY=.*?)`/.exec(guide) ?? [];

function runAfter(before: string, command: string, env: NodeJS.ProcessEnv = process.env) {
  return run('sh', ['-c', `${before}\n${command}`], { cwd: folder.path, env });
}

async function expectSigned(body: string, stdout: string) {
  const lines = stdout.trim().split('\n');
  const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]));
  expect(Object.keys(headers)).toEqual(['X-Merchant-Id', 'X-Timestamp', 'X-Signature']);
  const reply = await post(test.baseUrl, target, body, headers);
  expect(reply.status, reply.text).toBe(200);
}

const languages: readonly [file: string, command: string, need: NeedName][] = [
  ['sign.sh', 'sh', 'openssl'],
  ['sign.mjs', 'node', 'node'],
  ['sign.go', 'go run', 'go'],
  ['sign.py', 'python3', 'python'],
  ['sign.php', 'php', 'php'],
];

describe('the guide to authentication', () => {
  it('has a program for every language', () => {
    expect([...programs().keys()].sort()).toEqual(languages.map(([file]) => file).sort());
  });

  for (const [file, command, need] of languages) {
    it(`signs with ${file} and the file that init writes`, needs(need), async () => {
      const { body } = await prepare();
      const { stdout } = await runAfter(source, `${command} ${file} ${target} body.json`);
      await expectSigned(body, stdout);
    });

    it(`signs with ${file} and a key pair made by hand`, needs(need), async () => {
      const { body, merchantId } = await prepare();
      const env = { ...process.env, TILLGATE_MERCHANT_ID: merchantId };
      const { stdout } = await runAfter(fromFile, `${command} ${file} ${target} body.json`, env);
      await expectSigned(body, stdout);
    });
  }

  it('calls with curl as shown', needs('curl', 'openssl'), async () => {
    await prepare();
    const shown = /^```sh\n(echo [\s\S]*?)^```$/m.exec(guide)?.[1] as string;
    const { stdout } = await runAfter(source, shown);
    expect(JSON.parse(stdout).data.store.name).toBe('Corner shop');
  });

  it('creates a key pair that can be registered', needs('openssl'), async () => {
    const shown = /^```sh\n(openssl genpkey [\s\S]*?)^```$/m.exec(guide)?.[1] as string;
    await run('sh', ['-c', shown], { cwd: folder.path });
    const pem = readFileSync(join(folder.path, 'public.pem'), 'utf8');
    expect(createPublicKey(pem).asymmetricKeyDetails?.modulusLength).toBe(2048);
  });

  it('registers the key pair with nothing but the URL', needs('openssl', 'curl'), async () => {
    const made = /^```sh\n(openssl genpkey [\s\S]*?)^```$/m.exec(guide)?.[1] as string;
    const shown = /^```sh\n(service=[\s\S]*?)^```$/m.exec(guide)?.[1] as string;
    const { body } = await prepare();
    const here = shown.replace(/^service=.*$/m, `service=${test.baseUrl}`);
    const { stdout } = await runAfter(made, here);
    const [{ merchant }, { apiKey }] = stdout
      .split(/(?<=\})(?=\{"data")/)
      .map((text) => JSON.parse(text).data);
    expect(apiKey.environment).toBe('test');
    const env = { ...process.env, TILLGATE_MERCHANT_ID: merchant.id };
    const signed = await runAfter(fromFile, `sh sign.sh ${target} body.json`, env);
    await expectSigned(body, signed.stdout);
  });
});

interface Vector {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly timestamp: string;
  readonly body: string;
  readonly bodyHash: string;
  readonly canonicalRequest: string;
  readonly signature: string;
}

describe('the signing vectors', () => {
  const file = JSON.parse(readFileSync(join(guides, 'signing-vectors.json'), 'utf8'));
  const vectors: readonly Vector[] = file.vectors;

  it.each(vectors)('are correct for $name', (vector) => {
    const { method, path, timestamp, body, bodyHash, signature } = vector;
    const bytes = Buffer.from(body);
    expect(createHash('sha256').update(bytes).digest('base64')).toBe(bodyHash);
    expect(canonicalRequest(method, path, timestamp, bytes)).toBe(vector.canonicalRequest);
    const key = createPrivateKey(file.privateKey);
    const signed = sign('sha256', Buffer.from(vector.canonicalRequest), key);
    expect(signed.toString('base64')).toBe(signature);
  });

  it('match the public key next to them', () => {
    const derived = createPublicKey(file.privateKey).export({ type: 'spki', format: 'pem' });
    expect(derived).toBe(file.publicKey);
  });

  it('start with the request shown in the guide', () => {
    expect(guide).toContain(`\n${vectors[0]?.canonicalRequest}\n`);
  });
});

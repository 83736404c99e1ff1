import { constants, createHash, type KeyObject, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeMerchant, post, type TestMerchant } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';

// A trusted proxy sets the address, so that each test has its own limit of explanations.
const test = useTestApp({ TRUST_PROXY: 'true' });
const target = '/v1/actions/store/create-store';
const body = '{ "name": "Café/1", "n": [1, 2] }\n';
const bare = { message: 'Invalid signature', layer: 'gateway' };
let visitors = 0;

type Lines = [method: string, path: string, timestamp: string, bodyHash: string];

interface Mistake {
  readonly by?: TestMerchant;
  readonly key?: KeyObject;
  /** Changes the lines before they are signed; returns the text to sign. */
  readonly lines?: (lines: Lines) => Lines | string;
  /** Changes the notation of the signature. */
  readonly spell?: (signature: string) => string;
  readonly timestamp?: string;
  readonly padding?: number;
  readonly digest?: string;
  readonly address?: string;
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64');
const seconds = () => Math.floor(Date.now() / 1000);

async function send({ by, key, lines, spell, timestamp, padding, digest, address }: Mistake) {
  visitors += 1;
  const merchant = by ?? (await makeMerchant(test));
  const stamp = timestamp ?? String(seconds());
  const right: Lines = ['POST', target, stamp, hash(body)];
  const signed = lines ? lines(right) : right;
  const text = typeof signed === 'string' ? signed : signed.join('\n');
  const privateKey = key ?? merchant.keys.test.privateKey;
  const signature = sign(digest ?? 'sha256', Buffer.from(text), { key: privateKey, padding });
  const reply = await post(test.baseUrl, target, body, {
    'x-merchant-id': merchant.shortId,
    'x-timestamp': stamp,
    'x-signature': spell ? spell(signature.toString('base64')) : signature.toString('base64'),
    'x-forwarded-for': address ?? `198.51.100.${visitors}`,
  });
  return { status: reply.status, errors: reply.body.errors };
}

const mistakes: readonly [what: string, line: string, mistake: () => Mistake][] = [
  ['time in milliseconds', 'Line 3 (timestamp) is in m', () => ({ timestamp: `${seconds()}000` })],
  [
    'milliseconds in the header, seconds signed',
    'Line 3 (timestamp) is in milliseconds',
    () => ({
      timestamp: `${seconds()}123`,
      lines: ([method, path, stamp, body]) => [method, path, stamp.slice(0, 10), body],
    }),
  ],
  ['an old time', 'Line 3 (timestamp) lies', () => ({ timestamp: String(seconds() - 302) })],
  ['a time that is not a number', 'Line 3 (timestamp) is not', () => ({ timestamp: 'now' })],
  ['a lowercase method', 'Line 1 (method)', () => ({ lines: ([, ...rest]) => ['post', ...rest] })],
  ['GET', 'Line 1 (method)', () => ({ lines: ([, ...rest]) => ['GET', ...rest] })],
  ['a trailing slash', 'Line 2 (path) differs in a slash', () => withPath((path) => `${path}/`)],
  [
    'scheme and host',
    'Line 2 (path) was signed with scheme',
    () => withPath((path) => `${test.baseUrl}${path}`),
  ],
  ['no /v1', 'Line 2 (path) was signed without /v1', () => withPath((path) => path.slice(3))],
  [
    'a hexadecimal hash',
    'Line 4 (body hash) was signed in hex',
    () => withHash(Buffer.from(hash(body), 'base64').toString('hex')),
  ],
  [
    'a hexadecimal hash as .NET writes it',
    'Line 4 (body hash) was signed in hex',
    () => withHash(Buffer.from(hash(body), 'base64').toString('hex').toUpperCase()),
  ],
  [
    'the Base64 of a hexadecimal hash, as PHP makes it',
    'Line 4 (body hash) was signed in hex',
    () => withHash(Buffer.from(toHex(hash(body))).toString('base64')),
  ],
  [
    'a URL-safe hash',
    'Line 4 (body hash) was signed in URL',
    () => withHash(Buffer.from(hash(body), 'base64').toString('base64url')),
  ],
  [
    'a reserialized body',
    'Line 4 (body hash) was made of o',
    () => withHash(hash('{"name":"Café/1","n":[1,2]}')),
  ],
  [
    "a body as Python's json writes it",
    'Line 4 (body hash) was made of o',
    () => withHash(hash('{"name": "Caf\\u00e9/1", "n": [1, 2]}')),
  ],
  [
    'the same with letters beyond ASCII',
    'Line 4 (body hash) was made of o',
    () => withHash(hash('{"name": "Café/1", "n": [1, 2]}')),
  ],
  [
    'a body as PHP writes it',
    'Line 4 (body hash) was made of o',
    () => withHash(hash('{"name":"Caf\\u00e9\\/1","n":[1,2]}')),
  ],
  [
    'a URL-safe hash with padding',
    'Line 4 (body hash) was signed in URL',
    () => withHash(hash(body).replaceAll('+', '-').replaceAll('/', '_')),
  ],
  ['a trimmed body', 'Line 4 (body hash) differs in white', () => withHash(hash(body.trim()))],
  ['no body', 'Line 4 (body hash) was made of an empty', () => withHash(hash(''))],
  [
    'a trailing newline',
    'Line 4 (body hash) was signed with a',
    () => joined((l) => `${l.join('\n')}\n`),
  ],
  ['different line breaks', 'The lines must be joined', () => joined((l) => l.join('\r\n'))],
  ["a shell's line breaks", 'The lines must be joined', () => joined((l) => l.join('\\n'))],
  ['no padding of Base64', 'X-Signature must be', () => spelled((s) => s.replaceAll('=', ''))],
  ['a URL-safe signature', 'X-Signature must be', () => spelled(toUrlSafe)],
  ['a hexadecimal signature', 'X-Signature must be', () => spelled(toHex)],
  ['a signature in lines', 'X-Signature must be', () => spelled((s) => s.replace(/.{64}/g, '$& '))],
  ['SHA-1', 'The four lines are right; the signature must use SHA-256', () => ({ digest: 'sha1' })],
  ['PSS padding', 'The four lines are right', () => ({ padding: constants.RSA_PKCS1_PSS_PADDING })],
];

const toUrlSafe = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_');
const toHex = (text: string) => Buffer.from(text, 'base64').toString('hex');
const spelled = (spell: (signature: string) => string): Mistake => ({ spell });
const joined = (lines: (lines: Lines) => string): Mistake => ({ lines });
const withPath = (change: (path: string) => string): Mistake => ({
  lines: ([method, path, ...rest]) => [method, change(path), ...rest],
});
const withHash = (other: string): Mistake => ({
  lines: ([method, path, timestamp]) => [method, path, timestamp, other],
});

describe('why a signature failed', () => {
  it.each(mistakes)('names the line for %s', async (_what, line, mistake) => {
    const { status, errors } = await send(mistake());
    expect(status).toBe(401);
    expect(errors).toEqual([bare, { message: expect.stringContaining(line), layer: 'gateway' }]);
  });

  it('gives no hint for a production key', async () => {
    const by = await makeMerchant(test);
    const key = by.keys.prod.privateKey;
    expect((await send({ by, key, ...withPath((path) => `${path}/`) })).errors).toEqual([bare]);
    expect((await send({ by, key, timestamp: String(seconds() - 302) })).errors).toEqual([bare]);
  });

  it('gives no hint to a caller without a key of the merchant', async () => {
    const { keys } = await makeMerchant(test);
    const by = await makeMerchant(test);
    const mistake = { by, key: keys.test.privateKey, ...withPath((path) => `${path}/`) };
    expect((await send(mistake)).errors).toEqual([bare]);
  });

  it('gives no hint for a deleted key', async () => {
    const by = await makeMerchant(test);
    await test.database.query(
      sql`update api_key set deleted_at = created_at where id = ${by.keys.test.id}`,
    );
    expect((await send({ by, ...withPath((path) => `${path}/`) })).errors).toEqual([bare]);
  });

  it('gives no hint for an unknown mistake', async () => {
    expect((await send(joined(() => 'anything'))).errors).toEqual([bare]);
  });

  it('gives one address ten hints, then one a second', async () => {
    const by = await makeMerchant(test);
    const mistake = { by, address: '203.0.113.7', ...withPath((path) => `${path}/`) };
    const startedAt = Date.now();
    const replies = await Promise.all(Array.from({ length: 40 }, () => send(mistake)));
    const seconds = (Date.now() - startedAt) / 1_000;
    const explained = replies.filter(({ errors }) => errors.length === 2).length;
    expect(explained).toBeGreaterThanOrEqual(10);
    expect(explained).toBeLessThanOrEqual(10 + seconds);
    expect(replies.filter(({ errors }) => errors.length === 1)).toHaveLength(40 - explained);
  });
});

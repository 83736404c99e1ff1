import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openDashboard } from '../../../test/support/dashboard.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { takeKeyPair, withExponent } from '../../../test/support/key-pairs.ts';
import { makeMerchant, post, signHeaders } from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';
import { createKey } from './create-key.ts';

const test = useTestApp();
const PATH = 'api-key/create-key';

async function makePublicKey(): Promise<string> {
  const { publicKey } = await takeKeyPair();
  return publicKey.export({ type: 'spki', format: 'pem' }).toString();
}

/** With 1, a signature proves nothing; the largest made verification 200 times slower. */
const EXPONENTS: [bits: number, exponent: bigint][] = [
  [1, 1n],
  [2, 3n],
  [18, 131_071n],
  [2047, 2n ** 2046n + 1n],
];

async function newDashboard() {
  const merchant = await makeMerchant(test);
  const dashboard = await openDashboard(test, merchant);
  return { merchant, create: (body: object) => dashboard.call(PATH, body) };
}

/** Creates a key with the given changes to a valid request. */
async function send(change: object) {
  const { create } = await newDashboard();
  const body = { environment: 'test', nickname: 'laptop', publicKey: await makePublicKey() };
  return create({ ...body, ...change });
}

describe('api-key/create-key', () => {
  it('registers a public key that works immediately, in its environment', async () => {
    const { merchant, create } = await newDashboard();
    const { publicKey, privateKey } = await takeKeyPair();
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const reply = await create({ environment: 'prod', nickname: ' server ', publicKey: pem });
    expect(reply.body.data).toEqual({
      apiKey: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        nickname: 'server',
        environment: 'prod',
        recentlyUsedAt: null,
        createdAt: expect.any(String),
        expiresAt: null,
      },
    });
    const target = '/v1/actions/store/create-store';
    const headers = signHeaders(target, '{"name":"S"}', merchant.shortId, privateKey);
    const asTest = { ...headers, 'x-environment': 'test' };
    expect((await post(test.baseUrl, target, '{"name":"S"}', asTest)).status).toBe(403);
    expect((await post(test.baseUrl, target, '{"name":"S"}', headers)).status).toBe(200);
  });

  it('generates a pair if no public key is given, and never stores the private key', async () => {
    const { merchant, create } = await newDashboard();
    const { data } = (await create({ environment: 'test', nickname: 'made here' })).body;
    const privateKey = createPrivateKey(data.privateKey);
    expect(privateKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
    const target = '/v1/actions/store/create-store';
    const headers = signHeaders(target, '{"name":"S"}', merchant.shortId, privateKey);
    expect((await post(test.baseUrl, target, '{"name":"S"}', headers)).status).toBe(200);
    const [row] = await test.database.query<{ kept: string }>(
      sql`select row_to_json(api_key)::text as kept from api_key where id = ${data.apiKey.id}`,
    );
    expect(row?.kept).not.toContain('PRIVATE');
  });

  it('accepts a public key as bare Base64', async () => {
    const { publicKey } = await takeKeyPair();
    const der = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    expect((await send({ publicKey: der })).status).toBe(200);
  });

  it('refuses anything but an RSA public key of 2048 to 4096 bits', async () => {
    const { create } = await newDashboard();
    const spki = { type: 'spki', format: 'pem' } as const;
    const pem = (key: { publicKey: { export(format: typeof spki): string | Buffer } }) =>
      key.publicKey.export(spki).toString();
    const keys = [
      pem(generateKeyPairSync('rsa', { modulusLength: 1024 })),
      pem(generateKeyPairSync('ec', { namedCurve: 'P-256' })),
      pem(generateKeyPairSync('ed25519')),
      pem(generateKeyPairSync('rsa-pss', { modulusLength: 2048 })),
      '',
      'nonsense',
      '-----BEGIN PUBLIC KEY-----\nnonsense\n-----END PUBLIC KEY-----\n',
    ];
    const { template } = createKey.errors.invalidPublicKey;
    for (const publicKey of keys) {
      const reply = await create({ environment: 'test', nickname: 'bad', publicKey });
      expectError(reply, 400, template, 'user');
    }
  });

  it.each(
    EXPONENTS,
  )('refuses an exponent of %s bits: only 65537 is accepted', async (_bits, exponent) => {
    const { publicKey } = await takeKeyPair();
    const pem = withExponent(publicKey, exponent)
      .export({ type: 'spki', format: 'pem' })
      .toString();
    expectError(
      await send({ publicKey: pem }),
      400,
      createKey.errors.invalidPublicKey.template,
      'user',
    );
  });

  it('frees a nickname and a slot when a key is deleted', async () => {
    const merchant = await makeMerchant(test);
    const dashboard = await openDashboard(test, merchant);
    const create = async () =>
      dashboard.call(PATH, {
        environment: 'test',
        nickname: 'again',
        publicKey: await makePublicKey(),
      });
    const { apiKey } = (await create()).body.data;
    await dashboard.call('api-key/delete-key', { id: apiKey.id });
    expect((await create()).status).toBe(200);
  });

  it('refuses an API key, so that a leaked key cannot create others', async () => {
    const merchant = await makeMerchant(test);
    const reply = await merchant.call(PATH, { environment: 'prod', nickname: 'more' });
    expectError(reply, 403, 'Insufficient permissions', 'gateway');
  });

  it('never creates a 21st key under concurrent calls', needs('server'), async () => {
    const { create } = await newDashboard();
    const bodies = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => ({
        environment: 'test',
        nickname: `key ${index}`,
        publicKey: await makePublicKey(),
      })),
    );
    const replies = await Promise.all(bodies.map(create));
    // Two keys came with the merchant.
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(18);
    expect(replies.filter((reply) => reply.status === 400)).toHaveLength(6);
  });
});

describeErrorRows(createKey, {
  invalidEnvironment: () => send({ environment: 'live' }),
  missingNickname: () => send({ nickname: '  ' }),
  longNickname: () => send({ nickname: 'x'.repeat(65) }),
  controlNickname: () => send({ nickname: 'a\u0007b' }),
  privateKey: async () => {
    const { privateKey } = await takeKeyPair();
    return send({ publicKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() });
  },
  opensshKey: () => send({ publicKey: 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQ== me@laptop' }),
  keyInOneLine: async () => send({ publicKey: (await makePublicKey()).replaceAll('\n', '\\n') }),
  invalidPublicKey: () => send({ publicKey: 7 }),
  invalidExpiresAt: () => send({ expiresAt: 'never' }),
  tooManyKeys: async () => {
    const { merchant, create } = await newDashboard();
    await test.database.query(sql`
      insert into api_key
        (id, merchant_id, environment, nickname, public_key, fingerprint, created_at)
      select gen_random_uuid(), ${merchant.id}::uuid, 'prod', 'filler ' || number, 'none',
        ('\\x' || md5(random()::text))::bytea, ${test.clock.now()}::timestamptz
      from generate_series(1, 18) number`);
    return create({ environment: 'test', nickname: 'one too many' });
  },
  nicknameTaken: async () => {
    const { create } = await newDashboard();
    const body = { environment: 'test', nickname: 'twice' };
    await create({ ...body, publicKey: await makePublicKey() });
    const prod = { ...body, environment: 'prod', publicKey: await makePublicKey() };
    expect((await create(prod)).status).toBe(200);
    return create({ ...body, publicKey: await makePublicKey() });
  },
  registered: async () => {
    const publicKey = await makePublicKey();
    await send({ publicKey });
    // By another merchant, in the other environment: a key belongs to one environment only.
    return send({ publicKey, environment: 'prod' });
  },
});

// One signed endpoint written by hand with Fastify and pg, on Tillgate's tables and with its
// requests. IDS maps Short IDs to UUIDs. Listens on a free port, which it prints.
import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

const MAX_AGE_S = 300;
const DAY_MS = 24 * 60 * 60 * 1000;
const TARGET = '/v1/actions/onetime-product/create-product';
const ids = JSON.parse(process.env.IDS);
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.POOL_SIZE),
});
const app = Fastify();
app.setErrorHandler((error, _request, reply) => {
  process.stderr.write(`${error.message}\n`);
  return reply.code(500).send({ message: 'Internal error' });
});

app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
  request.text = body;
  try {
    done(null, JSON.parse(body));
  } catch (error) {
    done(error);
  }
});

const publicKeys = new Map();
function publicKeyOf(pem) {
  const known = publicKeys.get(pem) ?? createPublicKey(pem);
  publicKeys.set(pem, known);
  return known;
}

async function authenticate(request, reply) {
  const { 'x-merchant-id': merchant, 'x-timestamp': timestamp } = request.headers;
  const age = Date.now() / 1000 - Number(timestamp);
  if (!(Math.abs(age) <= MAX_AGE_S)) return reply.code(401).send({ message: 'Invalid timestamp' });
  const { rows } = await pool.query({
    name: 'keys',
    text: `select id, environment, public_key from api_key
      where merchant_id = $1 and deleted_at is null`,
    values: [ids[merchant]],
  });
  const hash = createHash('sha256').update(request.text).digest('base64');
  const signed = Buffer.from(`POST\n${TARGET}\n${timestamp}\n${hash}`);
  const signature = Buffer.from(request.headers['x-signature'] ?? '', 'base64');
  const key = rows.find(({ public_key: pem }) =>
    verify('sha256', signed, publicKeyOf(pem), signature),
  );
  if (!key) return reply.code(401).send({ message: 'Invalid signature' });
  request.caller = { merchantId: ids[merchant], keyId: key.id, environment: key.environment };
}

const price = {
  type: 'object',
  required: ['amount', 'taxCategory'],
  properties: {
    amount: { type: 'string', pattern: '^\\d{1,10}(\\.\\d{1,2})?$' },
    taxCategory: { type: 'string', maxLength: 64 },
  },
};
const body = {
  type: 'object',
  required: ['storeId', 'name', 'prices'],
  properties: {
    storeId: { type: 'string' },
    name: { type: 'string', minLength: 1, maxLength: 64 },
    description: { type: 'string', maxLength: 10000 },
    prices: { type: 'object', minProperties: 1, additionalProperties: price },
    metadata: { type: 'object' },
  },
};

const inTransaction = async (work) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
};

/** The stored answer for the key, or null once this request has claimed the key. */
async function takeKey(client, scope, key, now) {
  const expiresAt = new Date(now.getTime() + DAY_MS);
  const taken = await client.query({
    name: 'take-key',
    text: `insert into idempotency_key (scope, key, claim, leased_until, expires_at)
      values ($1, $2, $3, $4, $4) on conflict (scope, key) do nothing`,
    values: [scope, key, randomUUID(), expiresAt],
  });
  if (taken.rowCount === 1) return null;
  const { rows } = await client.query({
    name: 'read-key',
    text: 'select answer from idempotency_key where scope = $1 and key = $2',
    values: [scope, key],
  });
  return rows[0].answer;
}

async function createProduct(client, { merchantId, keyId, environment }, given, now) {
  const { rows } = await client.query({
    name: 'member',
    text: `select member.role from store join store_merchant member on member.store_id = store.id
      where store.id = $1 and store.deleted_at is null and member.merchant_id = $2
      for key share of store`,
    values: [ids[given.storeId], merchantId],
  });
  if (rows.length === 0) return { status: 404, text: '{"data":null,"message":"Store not found"}' };
  const [productId, versionId] = [randomUUID(), randomUUID()];
  const prices = Object.fromEntries(
    Object.entries(given.prices).map(([currency, { amount, taxCategory }]) => [
      currency,
      { amountMinor: Math.round(Number(amount) * 100), taxCategory },
    ]),
  );
  // Each row references the other, so one statement inserts both.
  await client.query({
    name: 'product',
    text: `with version as (
        insert into product_version (id, store_id, product_id, version_number, name, description,
          prices, media, metadata, created_at) values ($1, $2, $3, 1, $4, $5, $6, '[]', $7, $8))
      insert into product (id, store_id, kind, ${environment}_version_id, ${environment}_status,
        ${environment}_updated_at, created_at)
      values ($3, $2, 'onetime', $1, 'active', $8, $8)`,
    values: [
      versionId,
      ids[given.storeId],
      productId,
      given.name,
      given.description ?? null,
    ].concat([JSON.stringify(prices), JSON.stringify(given.metadata ?? {}), now]),
  });
  await client.query({
    name: 'audit',
    text: `insert into audit_log (id, store_id, merchant_id, credential, credential_id, action,
        subject_type, subject_id, environment, details, at)
      values ($1, $2, $3, 'apiKey', $4, 'onetime-product/create-product', 'product', $5, $6, $7, $8)`,
    values: [randomUUID(), ids[given.storeId], merchantId, keyId, productId, environment].concat([
      JSON.stringify({ name: given.name }),
      now,
    ]),
  });
  const product = { id: productId, ...given, status: 'active', createdAt: now, updatedAt: now };
  return { status: 200, text: JSON.stringify({ data: { product }, message: null }) };
}

app.post(TARGET, { schema: { body }, preHandler: authenticate }, async (request, reply) => {
  const key = request.headers['x-idempotency-key'];
  const now = new Date();
  const { status, text } = await inTransaction(async (client) => {
    if (!key) return createProduct(client, request.caller, request.body, now);
    const scope = `hand-written ${request.caller.keyId}`;
    const kept = await takeKey(client, scope, key, now);
    if (kept !== null) return { status: 200, text: kept };
    const answer = await createProduct(client, request.caller, request.body, now);
    await client.query({
      name: 'keep-answer',
      text: 'update idempotency_key set answer = $3 where scope = $1 and key = $2',
      values: [scope, key, answer.text],
    });
    return answer;
  });
  return reply.code(status).type('application/json').send(text);
});

await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${app.server.address().port}\n`);
process.once('SIGTERM', () => process.exit(0));

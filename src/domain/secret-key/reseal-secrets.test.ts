import { beforeAll, describe, expect, it } from 'vitest';
import { makeMerchant, makeStore, type TestMerchant } from '../../../test/support/merchant.ts';
import { callAsOperator, submitTicket } from '../../../test/support/operator.ts';
import { dataOf } from '../../../test/support/selling.ts';
import { startTestApp, TEST_SECRET_KEY, useTestApp } from '../../../test/support/test-app.ts';
import { makeWebhook } from '../../../test/support/webhook.ts';
import { raw, sql } from '../../database/database.ts';
import { addMs } from '../../kit/time.ts';
import { createSecrets } from '../../secrets.ts';
import { putSecondFactor } from '../merchant/second-factor.queries.ts';
import { totpContext } from '../merchant/second-factor.ts';
import { secretContext } from '../store/webhook.ts';
import { listSealed } from './sealed.queries.ts';
import { SEALED_PLACES } from './sealed-places.ts';

/** The service runs with the tests' key; the secrets below are sealed with the old one. */
const OLD_KEY = 'the key of the years before, long enough too';
const test = useTestApp({ SECRET_KEY_PREVIOUS: OLD_KEY });
const parts = {} as { merchant: TestMerchant; storeId: string; webhookId: string };
const RESEAL = 'secret-key/reseal-secrets';
const SECRET = 'whsec_of/the/receiver+of/the/receiver+';

beforeAll(async () => {
  const before = await startTestApp(
    { database: test.database, url: null, close: async () => {} },
    {},
    { secretKey: OLD_KEY },
  );
  const merchant = await makeMerchant(before);
  const store = await makeStore(merchant);
  const { id } = await makeWebhook(merchant, store.id, 'http://127.0.0.1:9/', { secret: SECRET });
  const chat = { channel: 'discord', events: ['order.completed'] };
  await makeWebhook(merchant, store.id, 'https://discord.com/api/webhooks/1/secret-token', chat);
  await submitTicket(merchant, store.id);
  await merchant.call('store/bind-support-email', { storeId: store.id, email: 'a@shop.example' });
  await fetch(`${before.baseUrl}/.well-known/webhook-keys.json`);
  const sealed = createSecrets(OLD_KEY).seal('a secret', totpContext(merchant.id));
  await putSecondFactor(test.database, merchant.id, sealed, test.clock.now());
  Object.assign(parts, { merchant, storeId: store.id, webhookId: id });
  await before.app.http.close();
});

describe('SECRET_KEY_PREVIOUS', () => {
  it('reads secrets and tokens made with the old key', async () => {
    const shown = await callAsOperator(test, 'kyb-ticket/list-tickets', {});
    expect(shown.body.data.tickets).toHaveLength(1);
    const now = test.clock.now();
    const claims = { storeId: parts.storeId, buyerIdentity: 'b', environment: 'test' } as const;
    const token = await createSecrets(OLD_KEY).signToken(claims, now, addMs(now, 60_000));
    expect(await createSecrets(TEST_SECRET_KEY, OLD_KEY).verifyToken(token, now)).toEqual(claims);
    expect(await createSecrets(TEST_SECRET_KEY).verifyToken(token, now)).toBeNull();
  });
});

describe(RESEAL, () => {
  it('covers every sealed column', async () => {
    const columns = await test.database.query<{ name: string }>(sql`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like 'sealed%' order by name`);
    const known = SEALED_PLACES.map(({ table, column }) => `${table}.${column}`);
    expect(known.toSorted()).toEqual(columns.map(({ name }) => name));
  });

  it('re-encrypts everything in batches, and nothing on a second run', async () => {
    const places = await countSealed();
    expect(places.filter(({ count }) => count === 0)).toEqual([]);
    // One row more than a batch, so that one place needs a second batch.
    await test.database.query(sql`
      insert into webhook (id, store_id, channel, url, events, environment, created_at, updated_at)
      select gen_random_uuid(), store_id, channel, url, events, environment, created_at, updated_at
      from webhook, generate_series(1, 201) where webhook.id = ${parts.webhookId}`);
    const rows = await test.database.query<{ id: string }>(sql`
      select id from webhook where sealed_secret is null and channel = 'http'`);
    const old = createSecrets(OLD_KEY);
    for (const { id } of rows) {
      const sealed = old.seal(SECRET, secretContext(id));
      await test.database.query(sql`update webhook set sealed_secret = ${sealed} where id = ${id}`);
    }
    const total = (await countSealed()).reduce((sum, { count }) => sum + count, 0);
    const first = await resealAll();
    expect(first).toEqual({ calls: SEALED_PLACES.length + 1, resealed: total, unreadable: [] });
    expect((await resealAll()).resealed).toBe(0);
  });

  it('leaves nothing that needs the old key', async () => {
    const secrets = createSecrets(TEST_SECRET_KEY);
    for (const place of SEALED_PLACES) {
      for (const { sealed, bound } of await listSealed(test.database, place, '', 1_000)) {
        expect(secrets.open(sealed, place.context(bound)).length).toBeGreaterThan(0);
      }
    }
  });

  it('reports secrets that neither key opens, and leaves them unchanged', async () => {
    const sealed = createSecrets('a third key, of which nobody knows anything').seal('x', 'y');
    const { webhookId } = parts;
    await test.database.query(sql`
      update webhook set sealed_secret = ${sealed} where id = ${webhookId}`);
    expect((await resealAll()).unreadable).toEqual([`webhook.sealed_secret ${webhookId}`]);
    const [row] = await test.database.query<{ sealed: string }>(sql`
      select sealed_secret as sealed from webhook where id = ${webhookId}`);
    expect(row?.sealed).toBe(sealed);
  });

  it.each([
    [{ place: SEALED_PLACES.length }, 'Invalid place, must be an integer from 0 to 5'],
    [{ place: 0.5 }, 'Invalid place, must be an integer from 0 to 5'],
    [{ after: 1 }, 'Invalid after'],
  ])('refuses %j', async (fields, message) => {
    const { status, body } = await callAsOperator(test, RESEAL, fields);
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ message, layer: 'gateway' }]);
  });
});

function countSealed(): Promise<{ readonly name: string; readonly count: number }[]> {
  const counts = SEALED_PLACES.map(async ({ table, column }) => {
    const [row] = await test.database.query<{ count: number }>(
      sql`select count(${raw(column)})::int as count from ${raw(table)}`,
    );
    return { name: `${table}.${column}`, count: row?.count ?? 0 };
  });
  return Promise.all(counts);
}

/** Reseals everything the way the command line does. */
async function resealAll() {
  const unreadable: string[] = [];
  let resealed = 0;
  let calls = 0;
  let next: object | null = {};
  while (next !== null) {
    const done = dataOf(await callAsOperator(test, RESEAL, next));
    unreadable.push(...done.unreadable);
    resealed += done.resealed;
    calls += 1;
    next = done.next;
  }
  return { calls, resealed, unreadable };
}

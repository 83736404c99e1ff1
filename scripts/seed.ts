// `npm run seed -- --orders 100000`: a merchant with a store that has been selling for two years, to
// try out its lists and figures; prints the login. Takes DATABASE_URL and SECRET_KEY of the service,
// and a minute as a superuser. `npm run seed -- STO_…` fills an existing store's test environment.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { fillLogs } from '../bench/support/fill-logs.ts';
import { fillStore } from '../bench/support/fill-store.ts';
import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { migrate } from '../src/database/migrate.ts';
import { openConfiguredDatabase } from '../src/database/open.ts';
import { readSpread } from '../src/database/spread.ts';
import { readOwnKey } from '../src/domain/secret-key/own-key.ts';
import { decodeId } from '../src/kit/id.ts';
import { systemClock } from '../src/kit/time.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    orders: { type: 'string', default: '100000' },
    customers: { type: 'string', default: '20000' },
    subscriptions: { type: 'string', default: '5000' },
  },
});
const url = process.env.DATABASE_URL;
if (!url) throw new Error('Set DATABASE_URL');
const made = positionals[0] ? null : await makeStore();
const store = positionals[0] ?? (made?.store as string);
const storeId = decodeId('STO', store);
if (storeId === null) throw new Error(`${store} isn't the ID of a store, STO_…`);
await fill(url, storeId);
if (made) {
  const { email, password, dashboard } = made;
  process.stdout.write(`Store ${store}\nDashboard ${dashboard}\nEmail ${email}\n`);
  process.stdout.write(`Password ${password}\n`);
}

async function fill(connectionString: string, storeId: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(
    'select rolsuper as "isFast" from pg_roles where rolname = current_user',
  );
  await fillStore(client, {
    storeId,
    orders: Number(values.orders),
    customers: Number(values.customers),
    subscriptions: Number(values.subscriptions),
    isFast: rows[0].isFast,
    tell: (written) => process.stdout.write(`${written} orders\n`),
  });
  await fillLogs(client, storeId);
  await client.end();
}

/** Signs a merchant up and creates a store, as the dashboard does. */
async function makeStore() {
  const config = readConfig({ ...process.env, LOG_LEVEL: 'fatal' });
  const database = await openConfiguredDatabase(config);
  await migrate(database);
  const secretKey = await readOwnKey(config, database);
  const spread = await readSpread(database);
  const app = createApp({ config, secretKey, database, spread, clock: systemClock });
  const call = async (path: string, payload: object, cookie = '') => {
    const answer = await app.http.inject({
      method: 'POST',
      url: `/v1/actions/${path}`,
      headers: cookie ? { cookie } : {},
      payload,
    });
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`);
    return answer;
  };
  const email = `merchant-${randomBytes(4).toString('hex')}@example.com`;
  const password = randomBytes(12).toString('base64url');
  const signedUp = await call('merchant/sign-up', { email, password, name: 'Seeded merchant' });
  const [cookie = ''] = String(signedUp.headers['set-cookie']).split(';');
  const created = await call('store/create-store', { name: 'Seeded store' }, cookie);
  await app.http.close();
  await database.close();
  const { id } = created.json().data.store;
  return { store: id as string, email, password, dashboard: `${config.PUBLIC_URL}/dashboard` };
}

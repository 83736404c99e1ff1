// `npm run seed -- STO_… --orders 100000`: fills a store's test environment on DATABASE_URL, to try
// out the lists and figures of a shop that has been selling for two years. Takes a minute as a
// superuser.
import { parseArgs } from 'node:util';
import pg from 'pg';
import { fillStore } from '../bench/support/fill-store.ts';
import { decodeId } from '../src/kit/id.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    orders: { type: 'string', default: '100000' },
    customers: { type: 'string', default: '20000' },
    subscriptions: { type: 'string', default: '5000' },
  },
});
const storeId = decodeId('STO', positionals[0] ?? '');
const url = process.env.DATABASE_URL;
if (storeId === null || !url) {
  throw new Error('Set DATABASE_URL and name a store: npm run seed -- STO_…');
}
const client = new pg.Client({ connectionString: url });
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
await client.end();

import { expect, it } from 'vitest';
import { uuidOf } from '../../../test/support/catalogue.ts';
import { DUE_STORE, seedDueSubscriptions } from '../../../test/support/due-subscriptions.ts';
import { DAY_MS, makeClub, subscribe } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import type { PaymentProvider } from '../../contract/payment-provider.ts';
import { sql } from '../../database/database.ts';
import { createPayments } from '../../providers/payments.ts';
import { payments } from '../../sales.ts';
import { RENEWAL_BATCH, renewSubscriptions } from './renew-subscriptions.job.ts';

const test = useTestApp();
/** The size of the large store's queue. */
const QUEUE = RENEWAL_BATCH * 3;

it('renews a small store behind one batch of a large one', { timeout: 120_000 }, async () => {
  const club = await makeClub(test);
  await subscribe(club);
  await seedDueSubscriptions(test.database, QUEUE);
  test.clock.advance(32 * DAY_MS);
  const charged: string[] = [];
  await renewSubscriptions.run({
    ...{ database: test.database, now: () => test.clock.now() },
    ...{ signal: new AbortController().signal, ports: recording(charged) as never },
  });
  const stores = await storesOf(charged);
  expect(stores.filter((slug) => slug === DUE_STORE)).toHaveLength(QUEUE);
  const [small] = await test.database.query<{ slug: string }>(sql`
    select slug from store where id = ${uuidOf('STO', club.store.id)}`);
  const waited = stores.indexOf(small?.slug ?? '');
  expect(waited).toBeGreaterThanOrEqual(0);
  expect(waited).toBeLessThanOrEqual(RENEWAL_BATCH);
});

/** The sandbox provider, recording each payment in the order of the charges. */
function recording(charged: string[]) {
  const { paymentProviders } = createPayments('none', test.database);
  const sandbox = paymentProviders.test as PaymentProvider;
  const chargeAll: PaymentProvider['chargeAll'] = (requests) => {
    charged.push(...requests.map(({ paymentId }) => paymentId));
    return Promise.allSettled(requests.map((request) => sandbox.charge(request)));
  };
  return { payments, paymentProviders: { test: { ...sandbox, chargeAll }, prod: null } };
}

async function storesOf(paymentIds: readonly string[]): Promise<string[]> {
  const rows = await test.database.query<{ id: string; slug: string }>(sql`
    select payment.id, store.slug from payment join store on store.id = payment.store_id`);
  const slugs = new Map(rows.map(({ id, slug }) => [id, slug]));
  return paymentIds.map((id) => slugs.get(id) ?? '');
}

// One worker process of bench/renewals.ts: renews until nothing is due, then prints the count.

import type { PaymentProvider } from '../../src/contract/payment-provider.ts';
import { renewSubscriptions } from '../../src/domain/renewal/renew-subscriptions.job.ts';
import { createPayments } from '../../src/providers/payments.ts';
import { payments } from '../../src/sales.ts';
import { openMigrated } from './bench-database.ts';

const POOL_SIZE = 5;
const TIMEOUT_MS = 30_000;
const url = process.env.WORKER_DATABASE_URL as string;
const { database } = await openMigrated(url, POOL_SIZE, TIMEOUT_MS);
const ports = createPayments('none', database);
const unasked = () => Promise.reject(new Error('Not called in this benchmark'));
/** Answers immediately, without a statement of its own, so that only our SQL is measured. */
const instant: PaymentProvider = {
  ...(ports.paymentProviders.test as PaymentProvider),
  name: 'sandbox',
  settle: unasked,
  // Not the sandbox's, which would be asked first.
  chargeAll: undefined,
  charge: async ({ paymentId }) => ({ status: 'succeeded', reference: paymentId, card: null }),
};
const paymentProviders = process.env.INSTANT
  ? { test: instant, prod: null }
  : ports.paymentProviders;
const context = {
  database,
  ports: { paymentProviders, payments } as never,
  now: () => new Date(),
  signal: new AbortController().signal,
};
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
let renewed = 0;
for (let looked = 1; looked > 0; renewed += looked) looked = await renewSubscriptions.run(context);
process.stdout.write(`${renewed}\n`);
await database.close();
process.exit(0);

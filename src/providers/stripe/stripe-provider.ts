import Stripe from 'stripe';
import type { Config } from '../../config.ts';
import type { PaymentProvider } from '../../contract/payment-provider.ts';
import type { Database } from '../../database/database.ts';
import { listStripeCharges } from './list-charges.ts';
import { withPlainErrors } from './plain-errors.ts';
import { readStripeCallback } from './stripe-callback.ts';
import { createStripeCharges } from './stripe-charges.ts';
import { createStripeDisputes } from './stripe-disputes.ts';
import { createStripeFraudWarnings } from './stripe-fraud-warnings.ts';
import { createStripeMethods } from './stripe-methods.ts';
import { createStripeRefunds } from './stripe-refunds.ts';

/** Milliseconds for one request. */
const TIMEOUT_MS = 10_000;
/** Retries of requests that failed in transit, with the same idempotency key. */
const RETRIES = 1;

export type StripeSettings = Pick<
  Config,
  'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_BASE'
>;

/** Stripe as the provider: payment and setup intents, refunds, signed callbacks. */
export function createStripeProvider(
  settings: StripeSettings,
  database: Database,
): PaymentProvider {
  const base = new URL(settings.STRIPE_API_BASE);
  const stripe = new Stripe(settings.STRIPE_SECRET_KEY ?? '', {
    host: base.hostname,
    port: base.port === '' ? (base.protocol === 'https:' ? 443 : 80) : Number(base.port),
    protocol: base.protocol === 'https:' ? 'https' : 'http',
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });
  return withPlainErrors({
    name: 'stripe',
    publishableKey: settings.STRIPE_PUBLISHABLE_KEY ?? '',
    ...createStripeCharges(stripe, database),
    ...createStripeMethods(stripe),
    ...createStripeRefunds(stripe),
    ...createStripeDisputes(stripe),
    ...createStripeFraudWarnings(stripe),
    listCharges: (from, to) => listStripeCharges(stripe, from, to),
    readCallback: (callback) =>
      readStripeCallback(stripe, settings.STRIPE_WEBHOOK_SECRET ?? '', callback),
  });
}

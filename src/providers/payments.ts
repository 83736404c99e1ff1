import type { Config } from '../config.ts';
import type { Ports, Secrets } from '../contract/ports.ts';
import type { Database } from '../database/database.ts';
import { createSandboxProvider } from './sandbox/sandbox-provider.ts';
import { createStripeProvider, type StripeSettings } from './stripe/stripe-provider.ts';

interface ProviderParts {
  /** Signs the sandbox's callbacks; without them, it accepts none. */
  readonly secrets: Secrets | null;
  readonly stripe: StripeSettings;
}

/** The payment providers of both environments: the sandbox in test (docs/contract/payments.md). */
export function createPayments(
  providerOfProd: Config['PROVIDER_PROD'],
  database: Database,
  parts: ProviderParts | null = null,
): Pick<Ports, 'paymentProviders' | 'sandboxCards'> {
  const sandbox = createSandboxProvider(database, parts?.secrets);
  if (providerOfProd === 'stripe') {
    if (!parts) throw new Error('PROVIDER_PROD=stripe needs the settings of Stripe');
    const stripe = createStripeProvider(parts.stripe, database);
    return { paymentProviders: { test: sandbox, prod: stripe }, sandboxCards: sandbox };
  }
  const prod = providerOfProd === 'sandbox' ? sandbox : null;
  return { paymentProviders: { test: sandbox, prod }, sandboxCards: sandbox };
}

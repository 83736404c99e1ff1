import type { Config } from '../config.ts';
import type { Ports } from '../contract/ports.ts';
import type { Database } from '../database/database.ts';
import { createSandboxProvider } from './sandbox/sandbox-provider.ts';

/** The payment providers of both environments: the sandbox in test (decisions 7 and 12). */
export function createPayments(
  providerOfProd: Config['PROVIDER_PROD'],
  database: Database,
): Pick<Ports, 'paymentProviders' | 'sandboxCards'> {
  if (providerOfProd === 'stripe') throw new Error('PROVIDER_PROD=stripe is not available yet');
  const sandbox = createSandboxProvider(database);
  const prod = providerOfProd === 'sandbox' ? sandbox : null;
  return { paymentProviders: { test: sandbox, prod }, sandboxCards: sandbox };
}

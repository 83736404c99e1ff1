import { type Config, isStripeTestKey } from './config.ts';

/** One warning for each setting intended for trials and tests, or that works only in part. */
export function configWarnings(config: Config): string[] {
  const warnings: string[] = [];
  if (config.PROVIDER_PROD === 'sandbox') {
    warnings.push('PROVIDER_PROD=sandbox: production payments move no money');
  }
  if (config.PROVIDER_PROD === 'stripe' && isStripeTestKey(config.STRIPE_SECRET_KEY ?? '')) {
    warnings.push('STRIPE_SECRET_KEY is a test key: production payments move no money');
  }
  if (config.KYB_AUTO_APPROVE) warnings.push('KYB_AUTO_APPROVE: stores go live unreviewed');
  if (config.ALLOW_PRIVATE_WEBHOOKS) {
    warnings.push('ALLOW_PRIVATE_WEBHOOKS: webhooks may reach http and private addresses');
  }
  if (config.RATE_LIMITS === 'off') warnings.push('RATE_LIMITS=off: nobody is slowed down');
  if (new URL(config.PUBLIC_URL).pathname !== '/') {
    warnings.push(
      'PUBLIC_URL has a path: hosted pages use it, but the dashboard and /docs need the root of a host',
    );
  }
  return warnings;
}

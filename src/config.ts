import type { z } from 'zod';
import { findMisspelled } from './kit/misspelled.ts';
import { settings } from './settings.ts';

export type Config = Readonly<z.output<typeof settings>> & { readonly PUBLIC_URL: string };

/** The settings as a list, for `.env.example` and the documentation. */
export const configShape = settings.shape;

/** The form of each key, so that a mix-up never sends a secret one to the buyers. */
const STRIPE_KEYS = [
  ['STRIPE_SECRET_KEY', /^[sr]k_/, 'a secret or restricted key (sk_…, rk_…)'],
  ['STRIPE_PUBLISHABLE_KEY', /^pk_/, 'a publishable key (pk_…), which buyers can read'],
  ['STRIPE_WEBHOOK_SECRET', /^whsec_/, 'a signing secret (whsec_…)'],
] as const;

const UNUSABLE = "Settings that can't be used:";

/** Parses the environment once. Throws an error that lists every invalid setting. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  // An empty value counts as unset, except that it disables the alias.
  const isGiven = (name: string) => environment[name] || name === 'WEBHOOK_HEADER_ALIAS';
  const given = Object.fromEntries(Object.entries(environment).filter(([name]) => isGiven(name)));
  const foreign = (given.FOREIGN_SETTINGS ?? '').split(',');
  const misspelled = findMisspelled(Object.keys(given), Object.keys(configShape), foreign);
  if (misspelled.length > 0) throw new Error(`${UNUSABLE}\n${misspelled.join('\n')}`);
  const result = settings.safeParse(given);
  if (!result.success) throw new Error(describeProblems(result.error));
  const config = result.data;
  if (config.DATABASE_URL && !config.SECRET_KEY) {
    throw new Error('SECRET_KEY is required with DATABASE_URL: openssl rand -base64 48');
  }
  if (config.PROCESSES && !config.DATABASE_URL) {
    throw new Error(
      'PROCESSES needs DATABASE_URL: the embedded database belongs to one process. Set it to a PostgreSQL server, or remove PROCESSES.',
    );
  }
  if (config.PROCESSES && config.ROLE === 'worker') {
    throw new Error(
      'PROCESSES runs API processes: set ROLE to all or api, or remove PROCESSES for one worker.',
    );
  }
  if (config.PROVIDER_PROD === 'stripe') checkStripeKeys(config);
  const publicUrl = config.PUBLIC_URL ?? `${urlOfHost(config.HOST)}:${config.PORT}`;
  if (!URL.canParse(publicUrl)) {
    throw new Error(`${UNUSABLE}\n  HOST: an address such as 127.0.0.1, 0.0.0.0 or ::1`);
  }
  return Object.freeze({ ...config, PUBLIC_URL: publicUrl.replace(/\/+$/, '') });
}

function checkStripeKeys(config: z.output<typeof settings>): void {
  for (const [name, form, meaning] of STRIPE_KEYS) {
    const key = config[name];
    if (!key) throw new Error(`${name} is required with PROVIDER_PROD=stripe`);
    if (!form.test(key)) throw new Error(`${UNUSABLE}\n  ${name}: ${meaning}`);
  }
  const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_PUBLISHABLE_KEY: pageKey = '' } = config;
  if (isStripeTestKey(secretKey) !== isStripeTestKey(pageKey)) {
    throw new Error(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys, or both test keys.',
    );
  }
}

/** Whether a key of Stripe belongs to its test mode, where no money moves. */
export function isStripeTestKey(key: string): boolean {
  return /^[a-z]+_test_/.test(key);
}

/** The default of `PUBLIC_URL` for the value of `HOST`, without the port. */
export function urlOfHost(host: string): string {
  return `http://${host.includes(':') ? `[${host}]` : host}`;
}

function describeProblems(error: z.ZodError): string {
  const lines = error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  // A value can fail several checks that have the same text.
  return `${UNUSABLE}\n${[...new Set(lines)].join('\n')}`;
}

import { type Config, readConfig } from '../config.ts';
import type { Database } from '../database/database.ts';
import { compareWithProvider } from '../doctor/compare-provider.ts';
import type { Examined } from '../doctor/examine.ts';
import { listPaymentProviders } from '../doctor/provider.queries.ts';
import { createPayments } from '../providers/payments.ts';
import { CliError } from './settings.ts';

/** Reads the time of `--since`. Throws if it isn't one, or lies in the future. */
export function readSince(text: string, now: Date): Date {
  const since = new Date(text);
  if (Number.isNaN(since.getTime())) {
    throw new CliError(`--since: expected a time such as 2026-11-23T14:31:00Z, got "${text}"`);
  }
  if (since > now) throw new CliError(`--since: ${text} is in the future`);
  return since;
}

/**
 * Compares the payments since a time with the books of both environments' providers. Throws if the
 * settings lack a provider that has payments.
 */
export async function compareWithProviders(
  database: Database,
  from: Date,
  now: Date,
): Promise<Examined[]> {
  const config = serviceConfig();
  const parts = { secrets: null, stripe: config };
  const { test, prod } = createPayments(config.PROVIDER_PROD, database, parts).paymentProviders;
  const providers = new Set([test, prod].filter((provider) => provider !== null));
  await requireAll(
    database,
    [...providers].map(({ name }) => name),
  );
  const examined: Examined[] = [];
  for (const provider of providers) {
    const tell = (charges: number) => showProgress(`${charges} charges read from ${provider.name}`);
    examined.push(...(await compareWithProvider(database, provider, { from, now }, tell)));
    showProgress('');
  }
  return examined;
}

async function requireAll(database: Database, names: readonly string[]): Promise<void> {
  const missing = (await listPaymentProviders(database)).filter((name) => !names.includes(name));
  if (missing.length === 0) return;
  throw new CliError(
    `This database has payments with ${missing.join(' and ')}: set PROVIDER_PROD and its keys as the service has them`,
  );
}

function serviceConfig(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    throw new CliError(`--since needs the service's settings. ${(error as Error).message}`);
  }
}

/** Replaces the line on a terminal; there is none in a log. */
function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${line}`);
}

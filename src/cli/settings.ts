import { createPrivateKey, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Command } from 'commander';

/** A mistake that the user can correct; printed without a stack trace. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

/** Address, merchant and key of a signed call. */
export interface CliSettings {
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly privateKey: KeyObject;
  readonly storeId: string | undefined;
}

export const DEFAULT_BASE_URL = 'http://127.0.0.1:4000';

/** The base URL of this machine's service, according to its own settings. */
export function baseUrlHere(): string {
  const { TILLGATE_BASE_URL: given, PORT: port } = process.env;
  return trimSlash(given || (port ? `http://127.0.0.1:${port}` : DEFAULT_BASE_URL));
}

/** Options of every command, before or after its name. */
export interface GlobalOptions {
  readonly dotenv: string;
}

/**
 * Settings from the file that `--dotenv` names, otherwise from the environment, otherwise from
 * `.env`. Throws if one is missing.
 */
export function readSettings(command: Command): CliSettings {
  const { dotenv } = command.optsWithGlobals<GlobalOptions>();
  const file = existsSync(dotenv) ? parseEnv(readFileSync(dotenv, 'utf8')) : {};
  // A file that the user names is meant, even in a shell with another merchant's variables.
  const isNamed = command.getOptionValueSourceWithGlobals('dotenv') === 'cli';
  const sources = isNamed ? [file, process.env] : [process.env, file];
  const value = (name: string) => sources.map((source) => source[name]).find(Boolean);
  const required = (name: string) => {
    const found = value(name);
    if (found) return found;
    throw new CliError(`${name} isn't set and isn't in ${dotenv}. Run: npx tillgate init`);
  };
  return {
    baseUrl: trimSlash(value('TILLGATE_BASE_URL') ?? DEFAULT_BASE_URL),
    merchantId: required('TILLGATE_MERCHANT_ID'),
    privateKey: readPrivateKey(required('TILLGATE_PRIVATE_KEY')),
    storeId: value('TILLGATE_STORE_ID'),
  };
}

/** The store of `--store`, or else of the settings. Throws if neither names one. */
export function requireStore(given: string | undefined, settings: CliSettings): string {
  const storeId = given ?? settings.storeId;
  if (storeId) return storeId;
  throw new CliError('No store given: pass --store STO_..., or set TILLGATE_STORE_ID');
}

export function trimSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

/**
 * Reads a PEM text, which may be on one line with `
 * `, or a PEM file.
 */
function readPrivateKey(value: string): KeyObject {
  const isText = value.includes('-----BEGIN');
  if (!isText && !existsSync(value)) {
    throw new CliError('TILLGATE_PRIVATE_KEY is neither PEM text nor the path of a file');
  }
  const pem = isText ? value.replaceAll('\\n', '\n') : readFileSync(value, 'utf8');
  try {
    return createPrivateKey(pem);
  } catch {
    throw new CliError('TILLGATE_PRIVATE_KEY contains no private key in PEM format');
  }
}

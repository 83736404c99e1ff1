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

/** The folder of the embedded database, according to the service's settings. */
export function dataDirectory(): string {
  return process.env.DATA_DIR || './data';
}

/** Options of every command, before or after its name. */
export interface GlobalOptions {
  readonly dotenv: string;
}

/**
 * The path of the env file; null if there is none. Throws if the user names a file that doesn't
 * exist.
 */
export function findDotenv(command: Command): string | null {
  const { dotenv } = command.optsWithGlobals<GlobalOptions>();
  if (existsSync(dotenv)) return dotenv;
  if (isDotenvNamed(command)) throw new CliError(`--dotenv: ${dotenv} doesn't exist`);
  return null;
}

function isDotenvNamed(command: Command): boolean {
  return command.getOptionValueSourceWithGlobals('dotenv') === 'cli';
}

/**
 * Settings from the file that `--dotenv` names, otherwise from the environment, otherwise from
 * `.env`. Throws if one is missing.
 */
export function readSettings(command: Command): CliSettings {
  const { dotenv } = command.optsWithGlobals<GlobalOptions>();
  const path = findDotenv(command);
  const file = path === null ? {} : parseEnv(readFileSync(path, 'utf8'));
  // A file that the user names is meant, even in a shell with another merchant's variables.
  const sources = isDotenvNamed(command) ? [file, process.env] : [process.env, file];
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

import { existsSync, readFileSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { parseEnv } from 'node:util';
import type { Command } from 'commander';
import { generateRsaPair } from '../kit/key-pairs.ts';
import { type CallReply, call } from './call.ts';
import { isCommittable } from './ignored-path.ts';
import { prompt } from './prompt.ts';
import { CliError, DEFAULT_BASE_URL, type GlobalOptions, trimSlash } from './settings.ts';

/** Only the owner can read and write: the file contains a private key. */
const PRIVATE_FILE = 0o600;

interface InitOptions extends GlobalOptions {
  readonly baseUrl: string;
  readonly email?: string;
  readonly password?: string;
  readonly code?: string;
  readonly name?: string;
  readonly environment: string;
  readonly nickname?: string;
  readonly store?: string;
  readonly force?: true;
}

/**
 * `init`: creates an account, an API key whose private key never leaves this machine, and a `.env`.
 */
export function addInit(program: Command): void {
  program
    .command('init')
    .description(
      'sign up or log in, create an API key on this machine, and write it to the env file',
    )
    .option('--base-url <url>', 'URL of the service (or set TILLGATE_BASE_URL)', defaultBaseUrl())
    .option('--email <email>', 'email of the account (default: prompts for it)')
    .option('--password <password>', 'password (default: TILLGATE_PASSWORD, or prompts for it)')
    .option('--code <code>', 'code of two-factor login (default: prompts for it if required)')
    .option('--name <name>', 'name of the merchant, for a new account (default: the email)')
    .option('--environment <environment>', 'environment of the key: test or prod', 'test')
    .option('--nickname <nickname>', 'name of the key (default: this machine and the time)')
    .option('--store <name>', 'also create a store with this name')
    .option('--force', 'replace an existing env file')
    .action((_options: unknown, command: Command) => init(command.optsWithGlobals<InitOptions>()));
}

async function init(options: InitOptions): Promise<void> {
  const { dotenv, environment } = options;
  const exists = existsSync(dotenv);
  if (exists) refuseToLose(dotenv, options.force);
  const account = await openAccount(trimSlash(options.baseUrl), options);
  const file = await openFile(dotenv, exists);
  let storeId: string | undefined;
  try {
    storeId = await writeKey(file, account, options);
  } catch (error) {
    if (!exists) await rm(dotenv);
    throw error;
  } finally {
    await file.close();
  }
  const store = storeId ? `, store ${storeId}` : '';
  process.stdout.write(
    `Merchant ${account.data.merchant.id}${store}. Wrote ${dotenv} (${environment} key).\n`,
  );
  if (await isCommittable(dotenv)) {
    process.stderr.write(
      `${dotenv} contains a private key: add it to .gitignore before you commit.\n`,
    );
  }
}

/** Without `--force`, keeps any file; with it, one with more than this command writes. */
function refuseToLose(dotenv: string, force: true | undefined): void {
  const names = Object.keys(parseEnv(readFileSync(dotenv, 'utf8')));
  const [other] = names.filter((name) => !name.startsWith('TILLGATE_'));
  if (other) throw new CliError(`${dotenv} contains ${other}. Name another file with --dotenv`);
  if (force) return;
  throw new CliError(
    `${dotenv} exists. Use --force to replace it, or name another file with --dotenv`,
  );
}

/** Before there is a key: the private half of one that can't be written would be lost. */
async function openFile(dotenv: string, exists: boolean): Promise<FileHandle> {
  try {
    return await open(dotenv, exists ? 'r+' : 'wx', PRIVATE_FILE);
  } catch (error) {
    throw new CliError(`${dotenv} can't be written: ${(error as Error).message}`);
  }
}

/** Registers a new key and writes it; its registration is the last call, so no key is left over. */
async function writeKey(
  file: FileHandle,
  account: CallReply,
  options: InitOptions,
): Promise<string | undefined> {
  const { environment } = options;
  const baseUrl = trimSlash(options.baseUrl);
  const { publicKey, privateKey } = await generateRsaPair();
  const cookie = { Cookie: account.cookie ?? '' };
  const storeId = options.store && (await createStore(baseUrl, options.store, cookie));
  const key = { environment, nickname: options.nickname ?? nickname(), publicKey };
  await call(baseUrl, 'api-key/create-key', JSON.stringify(key), cookie);
  const merchantId: string = account.data.merchant.id;
  const text = envText({ baseUrl, merchantId, privateKey, storeId, environment });
  await file.truncate();
  await file.writeFile(text);
  // An existing file may have been readable by others.
  await file.chmod(PRIVATE_FILE);
  return storeId;
}

function defaultBaseUrl(): string {
  return process.env.TILLGATE_BASE_URL || DEFAULT_BASE_URL;
}

/** A new account, or the existing one with this email and password. */
async function openAccount(baseUrl: string, options: InitOptions): Promise<CallReply> {
  const email = options.email ?? (await prompt('Email: '));
  const password =
    options.password ?? process.env.TILLGATE_PASSWORD ?? (await prompt('Password: ', 'hidden'));
  const name = options.name ?? email;
  try {
    const body = JSON.stringify({ email, password, name });
    return await call(baseUrl, 'merchant/sign-up', body);
  } catch (error) {
    const known = error instanceof CliError && /already registered|closed/.test(error.message);
    if (!known) throw error;
    return logIn(baseUrl, { email, password, code: options.code });
  }
}

/** Prompts for the code if the service requires one and none was given. */
async function logIn(
  baseUrl: string,
  sent: { readonly email: string; readonly password: string; readonly code: string | undefined },
): Promise<CallReply> {
  try {
    return await call(baseUrl, 'merchant/log-in', JSON.stringify(sent));
  } catch (error) {
    const { message } = error as Error;
    if (sent.code !== undefined || !message.includes('Second factor required')) throw error;
    if (!process.stdin.isTTY) throw new CliError(`${message}. Pass it with --code`);
    const code = await prompt('Code of the authenticator app, or a recovery code: ');
    return logIn(baseUrl, { ...sent, code });
  }
}

async function createStore(
  baseUrl: string,
  name: string,
  cookie: Readonly<Record<string, string>>,
): Promise<string> {
  const { data } = await call(baseUrl, 'store/create-store', JSON.stringify({ name }), cookie);
  return data.store.id;
}

function nickname(): string {
  return `${hostname()} ${new Date().toISOString().slice(0, 19)}`.slice(0, 64);
}

/** The lines of an env file; the key's line breaks are written as `\n`. */
export function envText(values: {
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly privateKey: string;
  readonly storeId: string | undefined;
  readonly environment: string;
}): string {
  const lines = [
    `# API key of the ${values.environment} environment. Keep this file secret.`,
    `TILLGATE_BASE_URL=${values.baseUrl}`,
    `TILLGATE_MERCHANT_ID=${values.merchantId}`,
    ...(values.storeId ? [`TILLGATE_STORE_ID=${values.storeId}`] : []),
    `TILLGATE_PRIVATE_KEY="${values.privateKey.trim().replaceAll('\n', '\\n')}"`,
  ];
  return `${lines.join('\n')}\n`;
}

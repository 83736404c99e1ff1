import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { Agent, fetch } from 'undici';
import { signOperatorCall } from '../kit/operator-token.ts';
import { forTerminal } from '../kit/text.ts';
import { secretKeyPath } from '../secret-key.ts';
import { baseUrlHere, CliError, dataDirectory, findDotenv } from './settings.ts';

/** Calls an operator's action with a token made from the service's own secret key. */
export async function callOperator(command: Command, action: string, fields: object) {
  const dotenv = findDotenv(command);
  if (dotenv !== null) process.loadEnvFile(dotenv);
  const baseUrl = baseUrlHere();
  const path = `/operator/${action}`;
  const text = JSON.stringify(fields);
  const call = { path, body: Buffer.from(text) };
  const token = await signOperatorCall(readSecret(), call, new Date());
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: text,
    dispatcher: PATIENT,
  }).catch(() => {
    throw new CliError(
      `No response from ${baseUrl}. Start the service, or set TILLGATE_BASE_URL to its URL`,
    );
  });
  const envelope = (await response.json().catch(() => null)) as Envelope | null;
  if (response.ok && envelope !== null) return envelope.data;
  const message = envelope?.errors?.[0]?.message ?? 'no message';
  const hint = response.status === 404 && message === 'Not found' ? REFUSED : '';
  throw new CliError(`${action} returned ${response.status}: ${message}${hint}`);
}

/** Without time limits: a backup may take long. */
const PATIENT = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

interface Envelope {
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the called action's output
  readonly data: any;
  readonly errors?: readonly { readonly message: string }[];
}

const REFUSED = "\nRun this command on the service's machine, with its SECRET_KEY or DATA_DIR.";

/**
 * `SECRET_KEY`, or with the embedded database the one in its folder. Throws if there is neither.
 */
export function readSecret(): string {
  const { SECRET_KEY, DATABASE_URL } = process.env;
  if (SECRET_KEY) return SECRET_KEY;
  if (DATABASE_URL) throw new CliError("SECRET_KEY isn't set, and DATABASE_URL requires it");
  const path = secretKeyPath(dataDirectory());
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  throw new CliError(`SECRET_KEY isn't set and ${path} doesn't exist`);
}

export function print(value: unknown): void {
  process.stdout.write(`${forTerminal(JSON.stringify(value, null, 2))}\n`);
}

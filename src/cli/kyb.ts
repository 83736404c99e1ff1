import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { Agent, fetch } from 'undici';
import { signOperatorCall } from '../kit/operator-token.ts';
import { secretKeyPath } from '../secret-key.ts';
import { dataDirectory } from './note-place.ts';
import { baseUrlHere, CliError, findDotenv } from './settings.ts';

interface ListOptions {
  readonly status: string;
  readonly store?: string;
  readonly page: string;
}

interface DecisionOptions {
  readonly note?: string;
}

/** `kyb`: the operator's review of tickets, on the machine where the service runs. */
export function addKyb(program: Command): void {
  const kyb = program
    .command('kyb')
    .description('review requests to take real payments (operator)');
  kyb
    .command('list')
    .description('print tickets and everything their owners submitted, the oldest first')
    .option('--status <status>', 'open, all, pending, processing, succeeded or rejected', 'open')
    .option('--store <id>', 'STO_...: every ticket of one store, unless --status is given')
    .option('--page <number>', 'page number; a page has 100 tickets', '1')
    .action(async (options: ListOptions, command: Command) => {
      const isDefault = command.getOptionValueSource('status') === 'default';
      const status = options.store && isDefault ? 'all' : options.status;
      const fields = { status, storeId: options.store, page: Number(options.page) };
      const { tickets } = await callOperator(command, 'kyb-ticket/list-tickets', fields);
      print(tickets);
    });
  const decisions = [
    ['review', 'mark a ticket as in review and print it'],
    ['approve', 'enable the ticket’s store for production'],
    ['reject', 'reject the ticket'],
  ] as const;
  for (const [decision, description] of decisions) {
    kyb
      .command(decision)
      .description(description)
      .argument('<ticket>', 'TKT_...')
      .option('--note <text>', 'a message to the owner, included in the email about the decision')
      .action(async (ticketId: string, { note }: DecisionOptions, command: Command) => {
        const body = { ticketId, decision, ...(note ? { note } : {}) };
        const { ticket } = await callOperator(command, 'kyb-ticket/resolve-ticket', body);
        print(ticket);
      });
  }
}

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
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

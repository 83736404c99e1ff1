import type { KeyLike } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Command } from 'commander';
import { EVENT_TYPES } from '../events/event-types.ts';
import { forTerminal } from '../kit/text.ts';
import { prettyPrint, readEnvelope, verifyWebhook } from '../kit/verify-webhook.ts';
import { signedCall } from './call.ts';
import { requireEvents } from './event-names.ts';
import { CliError, type CliSettings, readSettings, requireStore } from './settings.ts';

interface ListenOptions {
  readonly store?: string;
  readonly port: string;
  readonly url?: string;
  readonly events?: string;
  readonly forward?: string;
  readonly exitAfter?: string;
  readonly prod?: true;
}

const MAX_PORT = 65_535;
/** Maximum of `--exit-after`. */
const MAX_COUNT = 1_000_000;

type PublicKeys = Readonly<Partial<Record<'test' | 'prod', KeyLike>>>;

/** `listen`: adds a webhook to this machine while the command runs. */
export function addListen(program: Command): void {
  program
    .command('listen')
    .description(
      'receive webhooks on this machine, verify and print them, and optionally forward them',
    )
    .option('--store <id>', 'STO_... (default: TILLGATE_STORE_ID)')
    .option('--port <port>', 'port to listen on; 0 picks a free one', '0')
    .option(
      '--url <url>',
      'URL at which the service reaches this port (default: http://127.0.0.1:<port>)',
    )
    .option('--events <list>', 'event types separated by commas (default: all)')
    .option(
      '--forward <url>',
      'forward each delivery unchanged, for example to http://localhost:3000',
    )
    .option('--exit-after <count>', 'stop after this many deliveries')
    .option('--prod', 'receive production events; needs a production key')
    .action((options: ListenOptions, command: Command) => listen(options, readSettings(command)));
}

async function listen(options: ListenOptions, settings: CliSettings): Promise<void> {
  const storeId = requireStore(options.store, settings);
  if (options.forward !== undefined && !URL.canParse(options.forward)) {
    throw new CliError(
      `--forward needs a URL such as http://localhost:3000, not ${options.forward}`,
    );
  }
  const port = wholeNumber('--port', options.port, 0, MAX_PORT);
  const last =
    options.exitAfter === undefined
      ? Number.POSITIVE_INFINITY
      : wholeNumber('--exit-after', options.exitAfter, 1, MAX_COUNT);
  const publicKeys = await fetchPublicKeys(settings.baseUrl);
  const stop = new AbortController();
  let count = 0;
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (body === null) return;
    await receive(request, body, response, publicKeys, options.forward);
    count += 1;
    if (count >= last) stop.abort();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: Error) => {
    throw new CliError(`--port ${port} can't be used: ${error.message}`);
  });
  const url = options.url ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const webhookId = await addWebhook(settings, storeId, url, options);
    process.stdout.write(`Listening at ${url} for store ${storeId}. Press Ctrl-C to stop.\n`);
    await untilStopped(stop);
    await signedCall(settings, 'store/remove-webhook', { id: webhookId });
    process.stdout.write('Removed the webhook.\n');
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function fetchPublicKeys(baseUrl: string): Promise<PublicKeys> {
  const response = await fetch(`${baseUrl}/.well-known/webhook-keys.json`).catch(() => null);
  if (response?.ok) return (await response.json()) as PublicKeys;
  throw new CliError(`No public keys at ${baseUrl}/.well-known/webhook-keys.json`);
}

async function addWebhook(
  settings: CliSettings,
  storeId: string,
  url: string,
  { events, prod }: ListenOptions,
): Promise<string> {
  const body = {
    storeId,
    channel: 'http',
    url,
    events: events === undefined ? EVENT_TYPES : requireEvents(events.split(',')),
    testMode: prod !== true,
  };
  const reply = await signedCall(settings, 'store/add-webhook', body).catch((error: Error) => {
    const hint = url.startsWith('http:')
      ? '\nThe service delivers to http and loopback addresses only if it runs with ALLOW_PRIVATE_WEBHOOKS=true.'
      : '';
    throw new CliError(`${error.message}${hint}`);
  });
  return reply.data.webhook.id;
}

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new CliError(`${option} needs a whole number from ${least} to ${most}, not ${text}`);
}

function untilStopped(stop: AbortController): Promise<void> {
  return new Promise((resolve) => {
    stop.signal.addEventListener('abort', () => resolve());
    if (stop.signal.aborted) resolve();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => resolve());
    }
    // The terminal or pipe is gone.
    process.stdout.on('error', () => resolve());
  });
}

/** Null if the connection was lost midway; the service then retries the delivery. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch {
    return null;
  }
}

async function receive(
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  publicKeys: PublicKeys,
  forwardUrl: string | undefined,
): Promise<void> {
  print(request, body, publicKeys);
  const status = forwardUrl === undefined ? 200 : await forward(request, body, forwardUrl);
  response.writeHead(status).end();
  // The service hangs up if the receiver takes too long.
  if (!response.closed) await once(response, 'close');
}

function print(request: IncomingMessage, body: Buffer, publicKeys: PublicKeys): void {
  const { mode, eventType } = readEnvelope(body);
  const header = request.headers['x-service-signature'];
  const key = mode === null ? null : (publicKeys[mode] ?? null);
  const verdict = verifyWebhook(body, header?.toString(), key, new Date());
  const signature = verdict.valid ? 'signature valid' : `signature INVALID: ${verdict.reason}`;
  const delivery = request.headers['webhook-id'] ?? 'no webhook-id';
  const heading = `${eventType ?? 'unknown event'}  ${signature}  ${delivery}`;
  process.stdout.write(`\n${forTerminal(heading)}\n${forTerminal(prettyPrint(body))}\n`);
}

/** Returns the receiver's own status, so that the service retries what it refused. */
async function forward(request: IncomingMessage, body: Buffer, url: string): Promise<number> {
  const headers = Object.entries(request.headers).filter(
    ([name, value]) => typeof value === 'string' && /^(content-type|x-|webhook-)/.test(name),
  ) as [string, string][];
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      redirect: 'manual',
    });
    process.stdout.write(`forwarded to ${url}: ${response.status}\n`);
    return response.status >= 200 ? response.status : 502;
  } catch (error) {
    process.stdout.write(`${forwardProblem(url, error as Error)}\n`);
    return 502;
  }
}

function forwardProblem(url: string, { cause, message }: Error): string {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? message;
  if (code !== 'ECONNREFUSED') return `forwarding to ${url} failed: ${code}`;
  return `nothing is listening at ${url}: start your server there, or change --forward. The delivery will be retried.`;
}

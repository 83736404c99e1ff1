import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../graphql/random.ts';
import { type Reply, toReply } from '../../support/merchant.ts';
import type { Journal, Write, WriteKind } from './journal.ts';

/** Maximum wait for one answer. */
const ANSWER_MS = 20_000;
/** How long a compliant client keeps retrying one write. */
export const PATIENCE_MS = 100_000;
const FIRST_PAUSE_MS = 150;
const MAX_PAUSE_MS = 3_000;
/** Fraction of writes sent several times concurrently. */
const SEVERAL = 0.15;
/** Fraction of acknowledged writes sent once more. */
const ONCE_MORE = 0.2;
/** Text that only one of our stack traces or paths could bring into an answer. */
const LEAK = /\bat .+:\d+:\d+|node_modules|\/dist\/|pg_|syntax error at/;

export const IN_FLIGHT = 'Request with this idempotency key is already being processed';
/** Conflicts that resolve on their own. */
const PASSING = new Set([IN_FLIGHT, 'The clock is already being advanced']);

/** The headers that authenticate the caller, created for each attempt. */
export type Credential = (
  target: string,
  text: string,
) => Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>;

export interface Sending {
  readonly baseUrl: string;
  readonly journal: Journal;
}

export interface Call {
  readonly name: string;
  readonly target: string;
  /** Sent as JSON, unless it already is a text. */
  readonly body: unknown;
  readonly credential: Credential;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

/** Sends once; null if no answer arrived. Every exchange is recorded in the journal. */
export async function exchange({ baseUrl, journal }: Sending, call: Call): Promise<Reply | null> {
  const { name, target, method = 'POST' } = call;
  const text = typeof call.body === 'string' ? call.body : JSON.stringify(call.body);
  const startedAt = Date.now();
  const signal = AbortSignal.timeout(ANSWER_MS);
  let reply: Reply | null = null;
  let misshapen: string | null = null;
  try {
    const credential = await call.credential(target, text);
    const headers = { 'content-type': 'application/json', ...credential, ...call.headers };
    const sent = await fetch(baseUrl + target, { method, headers, body: text, signal });
    reply = await toReply(sent);
    misshapen = shapeProblem(reply);
  } catch (error) {
    if (error instanceof SyntaxError) misshapen = 'no JSON';
  }
  const status = reply?.status ?? null;
  const message = reply?.body?.errors?.[0]?.message ?? null;
  const isReplay = reply?.headers.get('idempotent-replayed') === 'true';
  journal.exchanges.push({
    ...{ name, startedAt, endedAt: Date.now(), status, message, misshapen, isReplay },
  });
  return reply;
}

/**
 * Every answer is the envelope, and a refusal gives its reason (docs/contract/invariants.md#30).
 */
function shapeProblem({ status, body, text }: Reply): string | null {
  if (body === null || typeof body !== 'object') return 'no JSON object';
  if (!('data' in body)) return 'no data';
  const explained = Array.isArray(body.errors) && typeof body.errors[0]?.message === 'string';
  if (status !== 200 && !(body.data === null && explained)) return 'no errors';
  return LEAK.test(text) && status !== 200 ? `leaks: ${text.slice(0, 200)}` : null;
}

export interface KeyedCall extends Call {
  readonly kind: WriteKind;
  readonly key: string;
}

/**
 * Writes like a compliant client: with a key, retrying with the same key while the outcome is
 * unknown, sometimes several times concurrently and once more afterwards. Any difference is a
 * sighting.
 */
export async function write(sending: Sending, random: Random, call: KeyedCall): Promise<Write> {
  const { journal } = sending;
  const headers = { ...call.headers, 'x-idempotency-key': call.key };
  const again = () => exchange(sending, { ...call, headers });
  const { kind, name, key } = call;
  const made: Write = {
    ...{ kind, name, key, again, outcome: 'unknown', text: null, reply: null },
  };
  journal.writes.push(made);
  await settle(made, journal, PATIENCE_MS, () => (random.chance(SEVERAL) ? 3 : 1));
  if (made.outcome === 'acknowledged' && random.chance(ONCE_MORE))
    judge(made, await again(), journal);
  return made;
}

/** Sends until the outcome is known or time runs out. */
export async function settle(
  made: Write,
  journal: Journal,
  patienceMs: number,
  copies: () => number = () => 1,
): Promise<void> {
  const until = Date.now() + patienceMs;
  for (let pauseMs = FIRST_PAUSE_MS; made.outcome === 'unknown'; ) {
    const replies = await Promise.all(Array.from({ length: copies() }, () => made.again()));
    for (const reply of replies) judge(made, reply, journal);
    if (made.outcome !== 'unknown' || Date.now() > until) return;
    journal.count('writes tried again');
    await pause(pauseMs);
    pauseMs = Math.min(pauseMs * 1.6, MAX_PAUSE_MS);
  }
}

/**
 * Processes an answer: the first 200 is the write's answer, and every later one must be identical.
 */
export function judge(made: Write, reply: Reply | null, journal: Journal): void {
  if (reply === null) return;
  if (reply.status === 200 && made.text === null) {
    Object.assign(made, { outcome: 'acknowledged', text: reply.text, reply });
  } else if (reply.status === 200 && reply.text !== made.text) {
    const fault = `${made.name} ${made.key} was answered in two ways`;
    journal.sightings.push({ invariant: 1, fault });
  } else if (made.outcome === 'unknown') {
    Object.assign(made, { outcome: isRefusal(reply) ? 'refused' : 'unknown', reply });
  }
}

function isRefusal({ status, body }: Reply): boolean {
  return status >= 400 && status < 500 && !PASSING.has(body?.errors?.[0]?.message);
}

import { type KeyLike, randomUUID } from 'node:crypto';
import {
  prettyPrint,
  readEnvelope,
  verifyWebhook,
  type WebhookVerdict,
} from '../kit/verify-webhook.ts';

/** Maximum deliveries kept; the oldest are dropped first. */
export const MAX_KEPT = 50;
/** Maximum characters shown of a body, and of an event type. */
const MAX_BODY_LENGTH = 64 * 1024;
const MAX_EVENT_TYPE_LENGTH = 100;
/** Maximum depth of an indented body: a deep and wide one would become gigabytes of spaces. */
const MAX_DEPTH = 20;

/** A delivery in the inspector. */
export interface ReceivedWebhook {
  /** The start of the service and the number: numbers start again after a restart. */
  readonly id: string;
  /** Number of the delivery since the start, from 1. */
  readonly number: number;
  readonly receivedAt: Date;
  readonly eventType: string;
  readonly verdict: WebhookVerdict;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Indented JSON, truncated for the page. */
  readonly body: string;
}

/** The latest deliveries of the demo store's webhook. */
export interface ReceivedWebhooks {
  add(delivery: Delivery): void;
  /** Deliveries after the one with the given ID, newest first; all if it's from an earlier start. */
  list(after?: string): readonly ReceivedWebhook[];
}

export interface Delivery {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly publicKeys: PublicKeys;
  readonly now: Date;
}

export type PublicKeys = Readonly<Partial<Record<'test' | 'prod', KeyLike>>>;

/** A bounded list of deliveries; empty after a restart. */
export function createReceivedWebhooks(): ReceivedWebhooks {
  const kept: ReceivedWebhook[] = [];
  const start = randomUUID();
  let count = 0;
  return {
    add: (delivery) => {
      count += 1;
      kept.unshift({ id: `${start}/${count}`, number: count, ...inspect(delivery) });
      kept.length = Math.min(kept.length, MAX_KEPT);
    },
    list: (after = '') => {
      const [knownStart, number] = after.split('/');
      const seen = knownStart === start ? Number(number) : 0;
      return kept.filter((webhook) => webhook.number > seen);
    },
  };
}

function inspect({
  headers,
  body,
  publicKeys,
  now,
}: Delivery): Omit<ReceivedWebhook, 'id' | 'number'> {
  const envelope = readEnvelope(body);
  const publicKey = envelope.mode === null ? null : (publicKeys[envelope.mode] ?? null);
  const signature = headers['x-service-signature'];
  return {
    receivedAt: now,
    eventType: copyOf(envelope.eventType ?? 'unknown event', MAX_EVENT_TYPE_LENGTH),
    verdict: verifyWebhook(
      body,
      typeof signature === 'string' ? signature : undefined,
      publicKey,
      now,
    ),
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    body: readable(body),
  };
}

function readable(body: Buffer): string {
  const isPlain = body.length > MAX_BODY_LENGTH || depthOf(body) > MAX_DEPTH;
  const text = isPlain ? body.toString('utf8') : prettyPrint(body);
  return text.length > MAX_BODY_LENGTH ? `${copyOf(text, MAX_BODY_LENGTH)}\n… (cut here)` : text;
}

/** Upper limit of its depth, which counts brackets in strings, too. */
function depthOf(body: Buffer): number {
  let [depth, deepest] = [0, 0];
  for (const byte of body) {
    if (byte === 0x5b || byte === 0x7b) depth += 1;
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** A copy of the text's start: a slice would keep the whole text in memory. */
function copyOf(text: string, length: number): string {
  return Buffer.from(text.slice(0, length)).toString('utf8');
}

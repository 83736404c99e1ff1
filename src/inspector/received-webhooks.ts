import type { KeyLike } from 'node:crypto';
import {
  prettyPrint,
  readEnvelope,
  verifyWebhook,
  type WebhookVerdict,
} from '../kit/verify-webhook.ts';

/** Deliveries that are kept; the oldest go first. */
export const MAX_KEPT = 50;
/** Characters of a body that are shown, and of an event type. */
const MAX_BODY_LENGTH = 64 * 1024;
const MAX_EVENT_TYPE_LENGTH = 100;
/** Levels of a body that is indented: what is deep and wide would become gigabytes of blanks. */
const MAX_DEPTH = 20;

/** One delivery as the inspector shows it. */
export interface ReceivedWebhook {
  /** 1 for the first delivery since the start, then counted on. */
  readonly number: number;
  readonly receivedAt: Date;
  readonly eventType: string;
  readonly verdict: WebhookVerdict;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Indented JSON, cut to what the page can bear. */
  readonly body: string;
}

/** The inspector's memory: the latest deliveries of the demo store's webhook. */
export interface ReceivedWebhooks {
  add(delivery: Delivery): void;
  /** Newest first, those numbered above the given number. */
  list(after?: number): readonly ReceivedWebhook[];
}

export interface Delivery {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly publicKeys: PublicKeys;
  readonly now: Date;
}

export type PublicKeys = Readonly<Partial<Record<'test' | 'prod', KeyLike>>>;

/** A bounded memory of deliveries; it is empty after a restart. */
export function createReceivedWebhooks(): ReceivedWebhooks {
  const kept: ReceivedWebhook[] = [];
  let count = 0;
  return {
    add: (delivery) => {
      count += 1;
      kept.unshift(inspect(delivery, count));
      kept.length = Math.min(kept.length, MAX_KEPT);
    },
    list: (after = 0) => kept.filter((webhook) => webhook.number > after),
  };
}

function inspect({ headers, body, publicKeys, now }: Delivery, number: number): ReceivedWebhook {
  const envelope = readEnvelope(body);
  const publicKey = envelope.mode === null ? null : (publicKeys[envelope.mode] ?? null);
  const signature = headers['x-service-signature'];
  return {
    number,
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

/** At most so deep are its brackets, those in texts among them. */
function depthOf(body: Buffer): number {
  let [depth, deepest] = [0, 0];
  for (const byte of body) {
    if (byte === 0x5b || byte === 0x7b) depth += 1;
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** The beginning of a text, as a text of its own: a slice would keep the whole in memory. */
function copyOf(text: string, length: number): string {
  return Buffer.from(text.slice(0, length)).toString('utf8');
}

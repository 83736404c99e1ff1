import type { KeyLike } from 'node:crypto';
import {
  prettyPrint,
  readEnvelope,
  verifyWebhook,
  type WebhookVerdict,
} from '../kit/verify-webhook.ts';

/** Deliveries that are kept; the oldest go first. */
export const MOST_KEPT = 50;
/** Characters of a body that are shown. */
const LONGEST_BODY = 64 * 1024;

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
      kept.length = Math.min(kept.length, MOST_KEPT);
    },
    list: (after = 0) => kept.filter((webhook) => webhook.number > after),
  };
}

function inspect({ headers, body, publicKeys, now }: Delivery, number: number): ReceivedWebhook {
  const envelope = readEnvelope(body);
  const publicKey = envelope.mode === null ? null : (publicKeys[envelope.mode] ?? null);
  const signature = headers['x-service-signature'];
  const text = prettyPrint(body);
  return {
    number,
    receivedAt: now,
    eventType: envelope.eventType ?? 'unknown event',
    verdict: verifyWebhook(
      body,
      typeof signature === 'string' ? signature : undefined,
      publicKey,
      now,
    ),
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    body: text.length > LONGEST_BODY ? `${text.slice(0, LONGEST_BODY)}\n… (cut here)` : text,
  };
}

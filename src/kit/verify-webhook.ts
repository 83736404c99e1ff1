import { type KeyLike, verify } from 'node:crypto';

/** Milliseconds by which a signature's time may differ from the receiver's clock. */
const TOLERANCE_MS = 5 * 60 * 1000;
/** `t=<Unix milliseconds>,v1=<Base64>` (docs/contract/delivery.md). */
const SIGNATURE = /^t=(\d{13}),v1=([A-Za-z0-9+/]+={0,2})$/;

/** A receiver's verdict on a delivery. */
export type WebhookVerdict =
  | { readonly valid: true; readonly signedAt: Date }
  | { readonly valid: false; readonly reason: string };

/**
 * Verifies a delivery like a merchant's receiver (docs/contract/delivery.md): RSA-SHA256 over the
 * time, a dot and the exact body, with the public key of the event's environment.
 */
export function verifyWebhook(
  body: Buffer,
  header: string | undefined,
  publicKey: KeyLike | null,
  now: Date,
): WebhookVerdict {
  if (header === undefined) return { valid: false, reason: 'no X-Service-Signature header' };
  if (publicKey === null) return { valid: false, reason: 'no public key for this mode' };
  const [, time, signature] = SIGNATURE.exec(header) ?? [];
  if (time === undefined || signature === undefined) {
    return { valid: false, reason: 'the signature header is not t=<time>,v1=<signature>' };
  }
  const signed = Buffer.concat([Buffer.from(`${time}.`), body]);
  if (!verify('sha256', signed, publicKey, Buffer.from(signature, 'base64'))) {
    return { valid: false, reason: 'the signature does not match the body' };
  }
  const signedAt = new Date(Number(time));
  if (Math.abs(now.getTime() - signedAt.getTime()) > TOLERANCE_MS) {
    return { valid: false, reason: 'signed more than 5 minutes away from now' };
  }
  return { valid: true, signedAt };
}

/** The main parts of a delivery's body; nulls if it isn't JSON. */
export function readEnvelope(body: Buffer): {
  readonly mode: 'test' | 'prod' | null;
  readonly eventType: string | null;
} {
  try {
    const { mode, eventType } = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    return {
      mode: mode === 'test' || mode === 'prod' ? mode : null,
      eventType: typeof eventType === 'string' ? eventType : null,
    };
  } catch {
    return { mode: null, eventType: null };
  }
}

/** Formats JSON with two spaces of indentation; returns other text unchanged. */
export function prettyPrint(body: Buffer): string {
  const text = body.toString('utf8');
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

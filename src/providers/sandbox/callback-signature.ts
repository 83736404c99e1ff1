import { timingSafeEqual } from 'node:crypto';
import type { SignedCallback } from '../../contract/payment-provider.ts';
import type { Secrets } from '../../contract/ports.ts';

/** Header of the sandbox's callbacks: `t=<Unix seconds>,v1=<hex HMAC over "<t>.<raw body>">`. */
export const SIGNATURE_HEADER = 'sandbox-signature';
const FORMAT = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;
/** Seconds by which a callback's time may differ from our clock. */
const TOLERANCE_SECONDS = 300;
const CONTEXT = 'sandbox-callback';

type Digests = Pick<Secrets, 'digest'>;

/** The header's value for a body sent at this time. */
export function signCallback(secrets: Digests, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${secrets.digest(`${seconds}.${body}`, CONTEXT).toString('hex')}`;
}

/** Whether the sandbox signed the raw bytes recently. */
export function isSignedCallback(
  secrets: Digests,
  { body, headers, now }: SignedCallback,
): boolean {
  const [, seconds, signature] = FORMAT.exec(headers[SIGNATURE_HEADER] ?? '') ?? [];
  if (!seconds || !signature) return false;
  const ageSeconds = Math.floor(now.getTime() / 1000) - Number(seconds);
  if (Math.abs(ageSeconds) > TOLERANCE_SECONDS) return false;
  const expected = secrets.digest(`${seconds}.${body.toString('latin1')}`, CONTEXT);
  return timingSafeEqual(Buffer.from(signature, 'hex'), expected);
}

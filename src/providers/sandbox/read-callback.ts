import { z } from 'zod';
import type { CallbackSubject, SignedCallback } from '../../contract/payment-provider.ts';
import type { Secrets } from '../../contract/ports.ts';
import { isSignedCallback } from './callback-signature.ts';

const callbackBody = z.object({
  subject: z.enum(['payment', 'refund', 'dispute', 'external_refund', 'fraud_warning']),
  subjectId: z.uuid(),
});

/** The subject of a sandbox callback; null if the sandbox didn't sign it recently. */
export function readSandboxCallback(
  secrets: Secrets,
  callback: SignedCallback,
): CallbackSubject | null {
  if (!isSignedCallback(secrets, callback)) return null;
  const { subject, subjectId } = callbackBody.parse(JSON.parse(callback.body.toString('utf8')));
  return subject === 'refund'
    ? { kind: subject, refundId: subjectId }
    : { kind: subject, paymentId: subjectId };
}

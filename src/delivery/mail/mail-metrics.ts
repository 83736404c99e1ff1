import { Counter, type Registry } from 'prom-client';
import type { MailRecord } from '../../events/mail-delivery.queries.ts';

/** `failed` is retried; `given_up` isn't: refused permanently, after the last retry, or expired. */
const OUTCOMES = ['sent', 'failed', 'given_up'] as const;

type Attempt = Pick<MailRecord, 'status' | 'error'>;

/** Counts attempts to send mails in a registry. Returns the function to call for each. */
export function countMailAttempts(registry: Registry): (attempt: Attempt) => void {
  const attempts = new Counter({
    name: 'tillgate_mail_attempts_total',
    help: 'Attempts to send mails: sent, failed (to be retried) or given up.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // Prometheus sees the first increase only if the counter was 0 before.
  for (const outcome of OUTCOMES) attempts.inc({ outcome }, 0);
  return (attempt) => {
    const outcome = outcomeOf(attempt);
    if (outcome !== null) attempts.inc({ outcome });
  };
}

/** Null for a mail that is kept in the log instead of being sent. */
function outcomeOf({ status, error }: Attempt): (typeof OUTCOMES)[number] | null {
  if (status === 'pending') return 'failed';
  if (status === 'failed') return 'given_up';
  return error === null ? 'sent' : null;
}

import type { Job } from './contract/job.ts';
import { createDeliverWebhooks, type DeliveryOptions } from './delivery/deliver-webhooks.job.ts';
import { expireSessions } from './domain/checkout/expire-sessions.job.ts';
import { settlePayments } from './domain/payment/settle-payments.job.ts';
import { sweepIdempotencyKeys } from './gateway/sweep-idempotency-keys.job.ts';

/** Every job of the worker. */
export function createJobs(delivery: DeliveryOptions): readonly Job[] {
  return [sweepIdempotencyKeys, expireSessions, settlePayments, createDeliverWebhooks(delivery)];
}

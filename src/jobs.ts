import type { Job } from './contract/job.ts';
import type { Place } from './database/place.ts';
import { createDeliverWebhooks, type DeliveryOptions } from './delivery/deliver-webhooks.job.ts';
import { createSendEmails, type MailOptions } from './delivery/mail/send-emails.job.ts';
import { createPartitionLogs } from './delivery/partition-logs.job.ts';
import { createPruneEvents } from './delivery/prune-events.job.ts';
import { warnMerchants } from './delivery/warn-merchants.job.ts';
import { expireSessions } from './domain/checkout/expire-sessions.job.ts';
import { remindBuyers } from './domain/notification/remind-buyers.job.ts';
import { settlePayments } from './domain/payment/settle-payments.job.ts';
import { removePictures } from './domain/picture/remove-pictures.job.ts';
import { executeRefunds } from './domain/refund/execute-refunds.job.ts';
import { renewSubscriptions } from './domain/renewal/renew-subscriptions.job.ts';
import { createPruneRecords } from './domain/retention/prune-records.job.ts';
import { sweepIdempotencyKeys } from './gateway/sweep-idempotency-keys.job.ts';
import { createPace } from './graphql/analytics/pace.ts';
import { createRollUpDays } from './graphql/analytics/roll-up-days.job.ts';
import { sendSandboxCallbacks } from './providers/sandbox/send-callbacks.job.ts';
import { createRememberPlace } from './worker/remember-place.job.ts';
import { vacuumTables } from './worker/vacuum-tables.job.ts';

/** Jobs without effects outside the service. */
const inwardJobs: readonly Job[] = [sweepIdempotencyKeys, expireSessions, vacuumTables];

/** All jobs of the worker. At an unconfirmed place, only those without outside effects. */
export function createJobs(
  delivery: DeliveryOptions,
  mail: MailOptions,
  retentionDays: number,
  isMoved: boolean,
  place?: Place,
): readonly Job[] {
  const rollUpDays = createRollUpDays(createPace());
  const inward = [...inwardJobs, rollUpDays, createPartitionLogs(retentionDays)];
  if (isMoved) return inward;
  return [
    ...inward,
    ...(place ? [createRememberPlace(place)] : []),
    settlePayments,
    renewSubscriptions,
    executeRefunds,
    sendSandboxCallbacks,
    remindBuyers,
    createDeliverWebhooks(delivery),
    createPruneEvents(retentionDays),
    createPruneRecords(retentionDays),
    warnMerchants,
    createSendEmails(mail),
    removePictures,
  ];
}

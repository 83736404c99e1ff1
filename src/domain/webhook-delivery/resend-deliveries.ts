import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId, requiredTime } from '../../contract/input.ts';
import { DELIVERY_JOB } from '../../events/record-event.ts';
import { requeueDeliveries } from '../../events/requeue.queries.ts';
import { encodeId, isUuid } from '../../kit/id.ts';
import { findRoleIn } from '../store/store.queries.ts';
import { findWebhook } from '../store/webhook.queries.ts';
import { MAX_RESENT, refuseEmptySpan } from './time-span.ts';

const errors = errorTable('store', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedStoreId: [400, expectedFormat('STO')],
  missingFrom: [400, 'Missing required field: from'],
  invalidFrom: [400, 'Invalid from, must be an ISO 8601 time with an offset'],
  missingTo: [400, 'Missing required field: to'],
  invalidTo: [400, 'Invalid to, must be an ISO 8601 time with an offset'],
  emptySpan: [400, 'Invalid to, must be after from'],
  invalidStatus: [400, 'Invalid status, must be failed or success'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  storeNotFound: [404, 'Store not found'],
  webhookNotFound: [404, 'Webhook not found'],
  disabled: [400, 'Webhook is disabled'],
  tooMany: [400, `More than ${MAX_RESENT} deliveries match, choose a shorter time`],
});

const input = z
  .object({
    storeId: requiredId('STO', errors.missingStoreId, errors.malformedStoreId),
    from: requiredTime(errors.missingFrom, errors.invalidFrom),
    to: requiredTime(errors.missingTo, errors.invalidTo),
    status: z.enum(['failed', 'success'], { error: errors.invalidStatus.code }).nullish(),
    /** If absent, deliveries of every webhook of the environment. */
    webhookId: z.string().nullish(),
  })
  .check(refuseEmptySpan(errors.emptySpan));

/**
 * Resends the deliveries recorded from `from` up to `to` whose final state is `status`, by default
 * `failed`, as after a receiver's outage. Skips those of disabled webhooks.
 */
export const resendDeliveries = action({
  path: 'webhook-delivery/resend-deliveries',
  summary: 'Resend the webhook deliveries of a time range (owner or admin)',
  auth: MERCHANT,
  environment: 'credential',
  errors,
  input,
  output: z.object({ storeId: z.string(), resent: z.number() }),
  handle: async ({ input, caller, tx, now }) => {
    const { storeId, from, to } = input;
    const [member] = await findRoleIn(tx, storeId, caller);
    if (!member) throw errors.storeNotFound();
    if (member.role === 'member') throw errors.forbidden();
    const webhookId = input.webhookId ?? null;
    if (webhookId !== null) {
      const [webhook] = isUuid(webhookId) ? await findWebhook(tx, webhookId, caller) : [];
      if (!webhook || webhook.storeId !== storeId) throw errors.webhookNotFound();
      if (webhook.environment !== caller.environment) throw errors.forbidden();
      if (webhook.disabledAt !== null) throw errors.disabled();
    }
    const { environment } = caller;
    const status = input.status ?? 'failed';
    const span = { storeId, environment, from, to, status, webhookId };
    const resent = await requeueDeliveries(tx, span, MAX_RESENT, now);
    if (resent > MAX_RESENT) throw errors.tooMany();
    if (resent > 0) tx.wake(DELIVERY_JOB);
    return { data: { storeId: encodeId('STO', storeId), resent } };
  },
});

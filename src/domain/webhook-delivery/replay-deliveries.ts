import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredIdentifier, requiredTime } from '../../contract/input.ts';
import { DELIVERY_JOB } from '../../events/record-event.ts';
import { replayEvents } from '../../events/replay.queries.ts';
import { encodeId, isUuid } from '../../kit/id.ts';
import { findWebhook } from '../store/webhook.queries.ts';
import { MAX_RESENT, refuseEmptySpan } from './time-span.ts';

const errors = errorTable('store', {
  missingId: [400, 'Missing required field: webhookId'],
  missingFrom: [400, 'Missing required field: from'],
  invalidFrom: [400, 'Invalid from, must be an ISO 8601 time with an offset'],
  missingTo: [400, 'Missing required field: to'],
  invalidTo: [400, 'Invalid to, must be an ISO 8601 time with an offset'],
  emptySpan: [400, 'Invalid to, must be after from'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  notFound: [404, 'Webhook not found'],
  disabled: [400, 'Webhook is disabled'],
  tooMany: [400, `More than ${MAX_RESENT} events match, choose a shorter time`],
});

const input = z
  .object({
    webhookId: requiredIdentifier(errors.missingId),
    from: requiredTime(errors.missingFrom, errors.invalidFrom),
    to: requiredTime(errors.missingTo, errors.invalidTo),
  })
  .check(refuseEmptySpan(errors.emptySpan));

/**
 * Sends a webhook the events from `from` up to `to` that it subscribes to but was never sent, such
 * as those before it was added. There is still only one delivery per event and webhook: to send one
 * again, use resend-deliveries.
 */
export const replayDeliveries = action({
  path: 'webhook-delivery/replay-deliveries',
  summary: 'Send earlier events to a webhook that never got them (owner or admin)',
  auth: MERCHANT,
  environment: 'credential',
  errors,
  input,
  output: z.object({ storeId: z.string(), webhookId: z.string(), queued: z.number() }),
  handle: async ({ input, caller, tx, now }) => {
    if (!isUuid(input.webhookId)) throw errors.notFound();
    const [webhook] = await findWebhook(tx, input.webhookId, caller);
    if (!webhook) throw errors.notFound();
    if (webhook.role === 'member' || webhook.environment !== caller.environment) {
      throw errors.forbidden();
    }
    if (webhook.disabledAt !== null) throw errors.disabled();
    const queued = await replayEvents(tx, webhook, input, MAX_RESENT, now);
    if (queued > MAX_RESENT) throw errors.tooMany();
    if (queued > 0) tx.wake(DELIVERY_JOB);
    const storeId = encodeId('STO', webhook.storeId);
    return { data: { storeId, webhookId: webhook.id, queued } };
  },
});

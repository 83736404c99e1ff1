import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredIdentifier } from '../../contract/input.ts';
import { DELIVERY_JOB } from '../../events/record-event.ts';
import { requeueDelivery } from '../../events/requeue.queries.ts';
import { isUuid } from '../../kit/id.ts';
import { findDelivery } from './webhook-delivery.queries.ts';
import { deliveryView, viewDelivery } from './webhook-delivery.ts';

const errors = errorTable('store', {
  missingId: [400, 'Missing required field: id'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  notFound: [404, 'Delivery not found'],
  removed: [400, 'Webhook was removed'],
  disabled: [400, 'Webhook is disabled'],
});

/** Attempts a delivery again, with the same body and delivery ID (docs/contract/delivery.md). */
export const resendDelivery = action({
  path: 'webhook-delivery/resend-delivery',
  summary: 'Resend a webhook delivery (owner or admin)',
  auth: MERCHANT,
  environment: 'credential',
  errors,
  input: z.object({ id: requiredIdentifier(errors.missingId) }),
  output: z.object({ delivery: deliveryView }),
  handle: async ({ input, caller, tx, now }) => {
    if (!isUuid(input.id)) throw errors.notFound();
    const [delivery] = await findDelivery(tx, input.id, caller);
    if (!delivery) throw errors.notFound();
    if (delivery.role === 'member' || delivery.environment !== caller.environment) {
      throw errors.forbidden();
    }
    if (delivery.webhookId === null) throw errors.removed();
    if (delivery.webhookIsDisabled) throw errors.disabled();
    const [[isQueued], [queued]] = await Promise.all([
      requeueDelivery(tx, delivery.storeId, delivery.id, now),
      findDelivery(tx, delivery.id, caller),
    ]);
    if (!isQueued || !queued) throw errors.removed();
    tx.wake(DELIVERY_JOB);
    return { data: { delivery: viewDelivery(queued) } };
  },
});

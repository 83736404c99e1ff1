import { z } from 'zod';
import { EVENT_TYPES } from '../../events/event-types.ts';
import { encodeId } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';
import type { DeliveryRow } from './webhook-delivery.queries.ts';

export const deliveryView = z.object({
  id: z.string(),
  storeId: z.string(),
  webhookId: z.string().nullable(),
  eventType: z.enum(EVENT_TYPES),
  eventId: z.string(),
  status: z.enum(['pending', 'success', 'failed']),
  httpStatus: z.number().nullable(),
  failure: z.string().nullable(),
  attemptCount: z.number(),
  lastAttemptedAt: z.string().nullable(),
  createdAt: z.string(),
});

/**
 * A delivery as responses show it: its latest attempt, never the address
 * (docs/contract/invariants.md#19).
 */
export function viewDelivery(delivery: DeliveryRow): z.input<typeof deliveryView> {
  return {
    id: delivery.id,
    storeId: encodeId('STO', delivery.storeId),
    webhookId: delivery.webhookId,
    eventType: delivery.eventType,
    eventId: delivery.eventId,
    status: delivery.status,
    httpStatus: delivery.httpStatus,
    failure: delivery.failure,
    attemptCount: delivery.attemptCount,
    lastAttemptedAt: toIso(delivery.lastAttemptedAt),
    createdAt: toIso(delivery.createdAt),
  };
}

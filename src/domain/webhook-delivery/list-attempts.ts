import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredIdentifier } from '../../contract/input.ts';
import { isUuid } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';
import { findDelivery, listAttemptsOf } from './webhook-delivery.queries.ts';
import { deliveryView, viewDelivery } from './webhook-delivery.ts';

/** The schedule has eight attempts; more come from manual resends. */
const MAX_ATTEMPTS = 100;

const errors = errorTable('store', {
  missingId: [400, 'Missing required field: id'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  notFound: [404, 'Delivery not found'],
});

const attemptView = z.object({
  id: z.string(),
  attemptedAt: z.string(),
  durationMs: z.number(),
  httpStatus: z.number().nullable(),
  /** The first 4 KB. */
  responseBody: z.string().nullable(),
  failure: z.string().nullable(),
});

/** A delivery's attempts, newest first: time, duration and the receiver's response. */
export const listAttempts = action({
  path: 'webhook-delivery/list-attempts',
  summary: 'List the attempts of a webhook delivery, newest first',
  auth: MERCHANT,
  environment: 'credential',
  replayable: false,
  audited: false,
  errors,
  input: z.object({ id: requiredIdentifier(errors.missingId) }),
  output: z.object({ delivery: deliveryView, attempts: z.array(attemptView) }),
  handle: async ({ input, caller, tx }) => {
    if (!isUuid(input.id)) throw errors.notFound();
    const [delivery] = await findDelivery(tx, input.id, caller);
    if (!delivery) throw errors.notFound();
    if (delivery.environment !== caller.environment) throw errors.forbidden();
    const rows = await listAttemptsOf(tx, delivery, MAX_ATTEMPTS);
    const attempts = rows.map(({ attemptedAt, ...row }) => ({
      ...row,
      attemptedAt: toIso(attemptedAt),
    }));
    return { data: { delivery: viewDelivery(delivery), attempts } };
  },
});

import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT, type MerchantCaller } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import type { Tx } from '../../database/database.ts';
import { EVENT_TYPES } from '../../events/event-types.ts';
import { recordSample } from '../../events/record-event.ts';
import { sampleEvent } from '../../events/sample-event.ts';
import { encodeId, type Id, isUuid } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';
import { findRoleIn } from './store.queries.ts';
import { findWebhook, findWebhooks, type WebhookRow } from './webhook.queries.ts';

const errors = errorTable('store', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedStoreId: [400, expectedFormat('STO')],
  unknownEvent: [400, (got) => `Unknown event: ${got}`],
  invalidFields: [400, 'Invalid data, must be an object'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  storeNotFound: [404, 'Store not found'],
  notFound: [404, 'Webhook not found'],
  disabled: [400, 'Webhook is disabled'],
  noWebhooks: [400, 'Store has no webhook in this environment'],
});

const input = z.object({
  storeId: requiredId('STO', errors.missingStoreId, errors.malformedStoreId),
  /** If omitted, the sample goes to every webhook of the store and environment. */
  webhookId: z.string().nullish(),
  eventType: z.enum(EVENT_TYPES, { error: errors.unknownEvent.code }).nullish(),
  /** Fields that replace or extend the sample's `data`. */
  data: z.record(z.string(), z.unknown(), { error: errors.invalidFields.code }).nullish(),
});

const output = z.object({
  event: z.object({
    id: z.string(),
    storeId: z.string(),
    eventType: z.enum(EVENT_TYPES),
    eventId: z.string(),
    createdAt: z.string(),
  }),
  deliveries: z.array(z.object({ id: z.string(), webhookId: z.string() })),
});

/**
 * Sends a sample event to one or all webhooks (docs/contract/delivery.md#channels), regardless of
 * their subscriptions. Its `data.sample` is true, so that it isn't mistaken for a sale.
 */
export const sendTestEvent = action({
  path: 'store/send-test-event',
  summary: 'Send a sample event to one or all webhooks of a store (owner or admin)',
  auth: MERCHANT,
  environment: 'credential',
  errors,
  input,
  output,
  handle: async ({ input, caller, tx, now }) => {
    const { storeId, data } = input;
    const { environment } = caller;
    const [member] = await findRoleIn(tx, storeId, caller);
    if (!member) throw errors.storeNotFound();
    if (member.role === 'member') throw errors.forbidden();
    const webhooks = input.webhookId
      ? [await findTarget(tx, input.webhookId, storeId, caller)]
      : await findWebhooks(tx, storeId, environment);
    const [first] = webhooks;
    if (!first) throw errors.noWebhooks();
    const type = input.eventType ?? first.events[0] ?? EVENT_TYPES[0];
    const sample = sampleEvent(type, now);
    const event = {
      ...{ storeId, environment, type, eventId: sample.eventId },
      data: { ...sample.data, ...data, sample: true },
    };
    const ids = webhooks.map(({ id }) => id);
    const deliveries = await recordSample(tx, event, ids, now);
    return {
      data: {
        event: {
          id: deliveries[0]?.eventUuid ?? '',
          storeId: encodeId('STO', storeId),
          eventType: type,
          eventId: sample.eventId,
          createdAt: toIso(now),
        },
        deliveries: deliveries.map(({ id, webhookId }) => ({ id, webhookId })),
      },
    };
  },
});

async function findTarget(
  tx: Tx,
  webhookId: string,
  storeId: Id<'STO'>,
  caller: MerchantCaller,
): Promise<WebhookRow> {
  const [webhook] = isUuid(webhookId) ? await findWebhook(tx, webhookId, caller) : [];
  if (!webhook || webhook.storeId !== storeId) throw errors.notFound();
  if (webhook.environment !== caller.environment) throw errors.forbidden();
  if (webhook.disabledAt !== null) throw errors.disabled();
  return webhook;
}

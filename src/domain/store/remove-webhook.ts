import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredIdentifier } from '../../contract/input.ts';
import { isUuid } from '../../kit/id.ts';
import { deleteWebhook, findWebhook } from './webhook.queries.ts';
import { viewWebhook, webhookView } from './webhook.ts';

const errors = errorTable('store', {
  missingId: [400, 'Missing required field: id'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  notFound: [404, 'Webhook not found'],
});

/**
 * Removes a webhook permanently: no new delivery is attempted, and its past deliveries are kept
 * (docs/contract/webhooks.md).
 */
export const removeWebhook = action({
  path: 'store/remove-webhook',
  summary: 'Remove a webhook (owner or admin)',
  auth: MERCHANT,
  environment: 'credential',
  answersSecret: true,
  errors,
  input: z.object({ id: requiredIdentifier(errors.missingId) }),
  output: z.object({ webhook: webhookView }),
  handle: async ({ input, caller, tx, ports }) => {
    if (!isUuid(input.id)) throw errors.notFound();
    const [webhook] = await findWebhook(tx, input.id, caller);
    if (!webhook) throw errors.notFound();
    if (webhook.role === 'member' || webhook.environment !== caller.environment) {
      throw errors.forbidden();
    }
    const [removed] = await deleteWebhook(tx, webhook);
    if (!removed) throw errors.notFound();
    return { data: { webhook: viewWebhook(removed, ports.secrets) } };
  },
});

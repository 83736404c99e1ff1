import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { acrossFields, requiredId } from '../../contract/input.ts';
import { hasMaskedValue, WEBHOOK_CHANNELS } from '../../events/webhook-channels.ts';
import { newUuid } from '../../kit/id.ts';
import { insertWebhook } from './webhook.queries.ts';
import {
  isMalformedSecret,
  modeOf,
  refuseAddress,
  secretContext,
  secretRows,
  storedAddress,
  viewWebhook,
  webhookEvents,
  webhookSecret,
  webhookUrl,
  webhookView,
} from './webhook.ts';

/** Webhooks per store, across both environments (docs/contract/webhooks.md). */
const MAX_WEBHOOKS = 20;

const errors = errorTable('store', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedStoreId: [400, expectedFormat('STO')],
  invalidChannel: [400, 'Invalid channel, must be http, feishu, discord, telegram or slack'],
  missingUrl: [400, 'Missing required field: url'],
  invalidUrl: [400, 'Invalid url'],
  missingEvents: [400, 'Missing required field: events'],
  unknownEvent: [400, (got) => `Unknown event: ${got}`],
  missingTestMode: [400, 'Missing required field: testMode'],
  ...secretRows,
  missingSecret: [400, 'Missing required field: secret'],
  insecureUrl: [400, 'Invalid url, must be https'],
  refusedAddress: [400, 'Invalid url, private and reserved addresses are not allowed'],
  foreignAddress: [400, 'Invalid url, not an address of the channel'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  storeNotFound: [404, 'Store not found'],
  tooManyWebhooks: [
    400,
    `Cannot add more webhooks. Maximum limit of ${MAX_WEBHOOKS} webhooks per store has been reached.`,
  ],
});

const input = z
  .object({
    storeId: requiredId('STO', errors.missingStoreId, errors.malformedStoreId),
    channel: z.enum(WEBHOOK_CHANNELS, { error: errors.invalidChannel.code }),
    url: webhookUrl(errors.missingUrl, errors.invalidUrl).refine((text) => !hasMaskedValue(text), {
      error: errors.invalidUrl.code,
    }),
    events: webhookEvents(errors.missingEvents, errors.unknownEvent),
    testMode: z.boolean({ error: errors.missingTestMode.code }),
    secret: webhookSecret(errors.invalidSecret),
  })
  .check(
    acrossFields(({ given: { channel, secret }, refuse }) => {
      if (channel === 'telegram' && !secret) refuse(errors.missingSecret);
      if (isMalformedSecret(channel, secret)) refuse(errors.malformedSecret);
    }),
  );

/** Registers a webhook on a store (docs/contract/webhooks.md). */
export const addWebhook = action({
  path: 'store/add-webhook',
  summary: 'Add a webhook to a store (owner or admin)',
  auth: MERCHANT,
  environment: 'credential',
  answersSecret: true,
  errors,
  input,
  output: z.object({ webhook: webhookView }),
  handle: async ({ input, caller, tx, now, ports }) => {
    const { storeId, channel, events } = input;
    refuseAddress(channel, input.url, ports, errors);
    const environment = modeOf(input.testMode);
    if (environment !== caller.environment) throw errors.forbidden();
    const id = newUuid(now);
    const sealedSecret = input.secret ? ports.secrets.seal(input.secret, secretContext(id)) : null;
    const { url, sealedUrl } = storedAddress(ports.secrets, { id, channel }, input.url);
    const webhook = {
      ...{ id, storeId, channel, url, sealedUrl, events, environment, sealedSecret },
      createdAt: now,
    };
    const { role, added } = await insertWebhook(tx, webhook, caller.merchantId, MAX_WEBHOOKS);
    if (role === null) throw errors.storeNotFound();
    if (role === 'member') throw errors.forbidden();
    if (added === null) throw errors.tooManyWebhooks();
    return { data: { webhook: viewWebhook(added, ports.secrets) } };
  },
});

import { z } from 'zod';
import { action, type Warning } from '../../contract/action.ts';
import { MERCHANT, type MerchantCaller } from '../../contract/caller.ts';
import { type ActionError, errorTable } from '../../contract/errors.ts';
import { ifUnmodifiedSince, staleRows } from '../../contract/if-unmodified-since.ts';
import { requiredIdentifier } from '../../contract/input.ts';
import type { Secrets } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import { COMMIT_MS, DELIVERY_JOB } from '../../events/record-event.ts';
import { MAX_MISSED, replayMissedEvents } from '../../events/replay.queries.ts';
import { requeueFailedDeliveries } from '../../events/requeue.queries.ts';
import { isUuid } from '../../kit/id.ts';
import { addMs, toIso } from '../../kit/time.ts';
import {
  type ChangedWebhook,
  changeWebhook,
  findWebhook,
  type WebhookChange,
  type WebhookRow,
} from './webhook.queries.ts';
import {
  isMalformedSecret,
  isMaskedCopy,
  isMaskedSecret,
  isMaskedUrl,
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

const errors = errorTable('store', {
  missingId: [400, 'Missing required field: id'],
  missingUrl: [400, 'Missing required field: url'],
  invalidUrl: [400, 'Invalid url'],
  missingEvents: [400, 'Missing required field: events'],
  unknownEvent: [400, (got) => `Unknown event: ${got}`],
  ...secretRows,
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  notFound: [404, 'Webhook not found'],
  missingSecret: [400, 'Missing required field: secret'],
  insecureUrl: [400, 'Invalid url, must be https'],
  refusedAddress: [400, 'Invalid url, private and reserved addresses are not allowed'],
  foreignAddress: [400, 'Invalid url, not an address of the channel'],
  ...staleRows,
});

const input = z.object({
  id: requiredIdentifier(errors.missingId),
  url: webhookUrl(errors.missingUrl, errors.invalidUrl).optional(),
  events: webhookEvents(errors.missingEvents, errors.unknownEvent).optional(),
  secret: webhookSecret(errors.invalidSecret),
  ifUnmodifiedSince,
});

/**
 * Changes the address, events or secret, but not the channel or environment. A disabled webhook is
 * enabled again and gets the events it missed (docs/contract/webhooks.md).
 */
export const updateWebhook = action({
  path: 'store/update-webhook',
  summary: 'Update a webhook, and enable it again if it was disabled (owner or admin)',
  auth: MERCHANT,
  environment: 'credential',
  answersSecret: true,
  errors,
  input,
  output: z.object({ webhook: webhookView }),
  handle: async ({ input, caller, tx, now, ports }) => {
    if (!isUuid(input.id)) throw errors.notFound();
    const [webhook] = await findWebhook(tx, input.id, caller);
    if (!webhook) throw errors.notFound();
    if (input.url !== undefined && isMaskedCopy(webhook, input.url)) throw errors.invalidUrl();
    if (isMalformedSecret(webhook.channel, input.secret)) throw errors.malformedSecret();
    if (webhook.role === 'member' || webhook.environment !== caller.environment) {
      throw errors.forbidden();
    }
    if (input.secret === null && webhook.channel === 'telegram') throw errors.missingSecret();
    const given = withoutMasked(input, webhook, ports.secrets);
    if (given.url !== undefined) refuseAddress(webhook.channel, given.url, ports, errors);
    const change = changeOf(given, webhook, ports.secrets);
    const since = input.ifUnmodifiedSince ?? null;
    const [changed] = await changeWebhook(tx, webhook, change, now, since);
    if (!changed) throw await whyUnchanged(tx, webhook.id, caller);
    const data = { webhook: viewWebhook(changed, ports.secrets) };
    if (changed.disabledBefore === null) return { data };
    const others = await sendMissed(tx, changed, changed.disabledBefore, now);
    tx.wake(DELIVERY_JOB);
    return others.length === 0 ? { data } : { data, warnings: [moreMissed(others)] };
  },
});

/** A call that sends what exceeds the limit, and since when. */
type OtherCall = readonly [verb: 'resend-deliveries' | 'replay-deliveries', from: Date];

/**
 * Sends the first events that an enabled webhook missed: those whose deliveries failed, then those
 * recorded while it was disabled. Returns the calls for the others, if there may be any.
 */
async function sendMissed(
  tx: Tx,
  webhook: ChangedWebhook,
  disabledAt: Date,
  now: Date,
): Promise<OtherCall[]> {
  const { failingBefore, eventsBefore: types, createdAt } = webhook;
  const failed = failingBefore
    ? await requeueFailedDeliveries(tx, webhook, failingBefore, MAX_MISSED, now)
    : null;
  // An event carries the time at which its request began, which may have been before the disabling.
  const early = addMs(disabledAt, -COMMIT_MS);
  const since = early > createdAt ? early : createdAt;
  const left = MAX_MISSED - (failed?.count ?? 0);
  if (failed?.last && left === 0) {
    return [
      ['resend-deliveries', failed.last],
      ['replay-deliveries', since],
    ];
  }
  const last = await replayMissedEvents(tx, webhook, { since, types }, left, now);
  return last ? [['replay-deliveries', last]] : [];
}

function moreMissed(others: readonly OtherCall[]): Warning {
  const calls = others.map(
    ([verb, from]) => `webhook-delivery/${verb} with a "from" of ${toIso(from)}`,
  );
  return {
    message: `Only the first ${MAX_MISSED} missed events are delivered`,
    layer: 'store',
    aiHint: `Call ${calls.join(', and ')} for the others.`,
  };
}

/** Finds out whether the webhook was removed or changed concurrently. */
async function whyUnchanged(tx: Tx, id: string, caller: MerchantCaller): Promise<ActionError> {
  const [webhook] = await findWebhook(tx, id, caller);
  return webhook ? errors.changedMeanwhile(toIso(webhook.updatedAt)) : errors.notFound();
}

/** Drops masked values that are sent back unchanged. */
function withoutMasked(
  { url, secret, ...rest }: z.output<typeof input>,
  webhook: WebhookRow,
  secrets: Secrets,
): z.output<typeof input> {
  return {
    ...rest,
    url: url !== undefined && isMaskedUrl(webhook, url) ? undefined : url,
    secret: secret && isMaskedSecret(webhook, secret, secrets) ? undefined : secret,
  };
}

function changeOf(
  { url, events, secret }: z.output<typeof input>,
  webhook: WebhookRow,
  secrets: Secrets,
): WebhookChange {
  return {
    address: url === undefined ? undefined : storedAddress(secrets, webhook, url),
    events,
    sealedSecret: secret ? secrets.seal(secret, secretContext(webhook.id)) : secret,
  };
}

import { z } from 'zod';
import type { Environment } from '../../contract/caller.ts';
import type { ActionError, ErrorRow } from '../../contract/errors.ts';
import { requiredText } from '../../contract/input.ts';
import type { Ports, Secrets } from '../../contract/ports.ts';
import { EVENT_TYPES, type EventType } from '../../events/event-types.ts';
import { isMalformedSharedSecret, MAX_KEY_BYTES, MIN_KEY_BYTES } from '../../events/signature.ts';
import {
  hasMaskedValue,
  isChannelAddress,
  maskedAddress,
  WEBHOOK_CHANNELS,
  type WebhookChannel,
} from '../../events/webhook-channels.ts';
import { encodeId } from '../../kit/id.ts';
import { type OutgoingRules, refusalOf } from '../../kit/outgoing-url.ts';
import { hasControlCharacter } from '../../kit/text.ts';
import { toIso } from '../../kit/time.ts';
import { parseHttpUrl } from '../../kit/url.ts';
import type { WebhookRow } from './webhook.queries.ts';

/** Characters of a webhook's URL. */
const MAX_URL_LENGTH = 2_048;
/** Characters of a webhook's secret. */
const MAX_SECRET_LENGTH = 512;
/** Errors of a webhook's secret. */
export const secretRows = {
  invalidSecret: [400, `Invalid secret, must be a string of up to ${MAX_SECRET_LENGTH} characters`],
  malformedSecret: [
    400,
    `Invalid secret, whsec_ must be followed by ${MIN_KEY_BYTES} to ${MAX_KEY_BYTES} bytes in Base64 with its padding`,
  ],
} as const;
/** The service's own page that shows what a webhook would receive. */
const INSPECTOR_PATH = '/inspector/';

/** An http or https URL without credentials; `refuseAddress` checks whether it may be called. */
export function webhookUrl(missing: ErrorRow, invalid: ErrorRow): z.ZodType<string, string> {
  return requiredText(missing).refine(
    (text) => parseHttpUrl(text, MAX_URL_LENGTH) !== null && !hasControlCharacter(text),
    { error: invalid.code },
  );
}

/** Known event types without duplicates; null or an empty list subscribes to nothing. */
export function webhookEvents(
  missing: ErrorRow,
  unknown: ErrorRow,
): z.ZodType<EventType[], unknown> {
  return z
    .array(z.enum(EVENT_TYPES, { error: unknown.code }), { error: missing.code })
    .nullable()
    .transform((events) => [...new Set(events)]);
}

/** Free text for the channel, such as a Telegram chat id; a blank string counts as null. */
export function webhookSecret(
  invalid: ErrorRow,
): z.ZodType<string | null | undefined, string | null | undefined> {
  return z
    .string({ error: invalid.code })
    .trim()
    .max(MAX_SECRET_LENGTH, { error: invalid.code })
    .transform((text) => (text === '' ? null : text))
    .nullish();
}

/** Whether the channel signs with such secrets, but can't with this one. */
export function isMalformedSecret(channel: unknown, secret: unknown): boolean {
  return channel === 'http' && typeof secret === 'string' && isMalformedSharedSecret(secret);
}

interface AddressRows {
  readonly insecureUrl: ErrorRow;
  readonly refusedAddress: ErrorRow;
  readonly foreignAddress: ErrorRow;
}

/** Throws if the channel may not use the URL (docs/contract/webhooks.md). */
export function refuseAddress(
  channel: WebhookChannel,
  text: string,
  ports: Ports,
  rows: AddressRows,
): void {
  const refused = findRefusal(channel, new URL(text), outgoingRules(ports), rows);
  if (refused) throw refused;
}

function findRefusal(
  channel: WebhookChannel,
  url: URL,
  rules: OutgoingRules,
  rows: AddressRows,
): ActionError | null {
  const refusal = refusalOf(url, rules);
  if (refusal === 'insecure') return rows.insecureUrl();
  if (refusal === 'address') return rows.refusedAddress();
  if (rules.allowPrivate || isChannelAddress(channel, url)) return null;
  return rows.foreignAddress();
}

/** Which addresses the operator allows for webhooks. */
export function outgoingRules({
  settings,
  publicUrl,
}: Pick<Ports, 'publicUrl'> & {
  readonly settings: Pick<Ports['settings'], 'allowPrivateWebhooks'>;
}): OutgoingRules {
  const trustedPrefix = new URL(`${publicUrl}${INSPECTOR_PATH}`).href;
  return { allowPrivate: settings.allowPrivateWebhooks, trustedPrefix };
}

/** The address as stored: masked as shown, and sealed in full if it contains a token. */
export function storedAddress(
  secrets: Secrets,
  webhook: { readonly id: string; readonly channel: WebhookChannel },
  url: string,
): { readonly url: string; readonly sealedUrl: string | null } {
  const shown = maskedAddress(webhook.channel, url);
  const sealedUrl = shown === url ? null : secrets.seal(url, urlContext(webhook.id));
  return { url: shown, sealedUrl };
}

/** Binds a sealed address to its webhook. */
export function urlContext(webhookId: string): string {
  return `webhook/${webhookId}/url`;
}

/** Binds a sealed secret to its webhook. */
export function secretContext(webhookId: string): string {
  return `webhook/${webhookId}/secret`;
}

/** Converts `testMode` to an environment. */
export function modeOf(testMode: boolean): Environment {
  return testMode ? 'test' : 'prod';
}

export const webhookView = z.object({
  id: z.string(),
  storeId: z.string(),
  channel: z.enum(WEBHOOK_CHANNELS),
  url: z.string(),
  events: z.array(z.enum(EVENT_TYPES)),
  testMode: z.boolean(),
  secret: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** The full webhook, as returned to the owner and admins by their own writes. */
export function viewWebhook(webhook: WebhookRow, secrets: Secrets): z.input<typeof webhookView> {
  const { sealedUrl, sealedSecret } = webhook;
  return {
    id: webhook.id,
    storeId: encodeId('STO', webhook.storeId),
    channel: webhook.channel,
    url: sealedUrl === null ? webhook.url : secrets.open(sealedUrl, urlContext(webhook.id)),
    events: webhook.events,
    testMode: webhook.environment === 'test',
    secret: sealedSecret && secrets.open(sealedSecret, secretContext(webhook.id)),
    createdAt: toIso(webhook.createdAt),
    updatedAt: toIso(webhook.updatedAt),
  };
}

/** Whether the text is the webhook's masked address, and so not a new one. */
export function isMaskedUrl({ sealedUrl, url }: WebhookRow, given: string): boolean {
  return sealedUrl !== null && new URL(given).href === new URL(url).href;
}

/** Whether the text is another address with masked values, whose tokens would be lost. */
export function isMaskedCopy(webhook: WebhookRow, given: string): boolean {
  return hasMaskedValue(given) && !isMaskedUrl(webhook, given);
}

/** Whether the text is the webhook's masked secret, and so not a new one. */
export function isMaskedSecret(webhook: WebhookRow, given: string, secrets: Secrets): boolean {
  if (webhook.sealedSecret === null) return false;
  const secret = secrets.open(webhook.sealedSecret, secretContext(webhook.id));
  return given === `…${secret.slice(-2)}`;
}

import { z } from 'zod';
import type { Environment } from '../../contract/caller.ts';
import type { ActionError, ErrorRow } from '../../contract/errors.ts';
import { requiredText } from '../../contract/input.ts';
import type { Ports, Secrets } from '../../contract/ports.ts';
import { EVENT_TYPES, type EventType } from '../../events/event-types.ts';
import { encodeId } from '../../kit/id.ts';
import { type OutgoingRules, refusalOf } from '../../kit/outgoing-url.ts';
import { hasControlCharacter } from '../../kit/text.ts';
import { toIso } from '../../kit/time.ts';
import { parseHttpUrl } from '../../kit/url.ts';
import type { WebhookRow } from './webhook.queries.ts';
import {
  isChannelAddress,
  maskedAddress,
  WEBHOOK_CHANNELS,
  type WebhookChannel,
} from './webhook-channels.ts';

/** Characters of a webhook's URL. */
const LONGEST_URL = 2_048;
/** Characters of a webhook's secret. */
export const LONGEST_SECRET = 512;
/** Decisions 12: the page of the service itself that shows what a webhook would get. */
const INSPECTOR_PATH = '/inspector/';

/** A URL as text: http or https, without credentials; whether it may be called comes later. */
export function webhookUrl(missing: ErrorRow, invalid: ErrorRow): z.ZodType<string, string> {
  return requiredText(missing).refine(
    (text) => parseHttpUrl(text, LONGEST_URL) !== null && !hasControlCharacter(text),
    { error: invalid.code },
  );
}

/** At least one known event type; each counts once. */
export function webhookEvents(
  missing: ErrorRow,
  unknown: ErrorRow,
): z.ZodType<EventType[], unknown> {
  return z
    .array(z.enum(EVENT_TYPES, { error: unknown.code }), { error: missing.code })
    .min(1, { error: missing.code })
    .transform((events) => [...new Set(events)]);
}

/** Free text for the channel, such as a Telegram chat id; a blank one counts as null. */
export function webhookSecret(
  invalid: ErrorRow,
): z.ZodType<string | null | undefined, string | null | undefined> {
  return z
    .string({ error: invalid.code })
    .trim()
    .max(LONGEST_SECRET, { error: invalid.code })
    .transform((text) => (text === '' ? null : text))
    .nullish();
}

interface AddressRows {
  readonly insecureUrl: ErrorRow;
  readonly refusedAddress: ErrorRow;
  readonly foreignAddress: ErrorRow;
}

/** Throws when the channel may not be pointed at the URL (decisions 8 and 13). */
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

/** What the operator allows webhooks. */
export function outgoingRules({
  settings,
  publicUrl,
}: Pick<Ports, 'publicUrl'> & {
  readonly settings: Pick<Ports['settings'], 'allowPrivateWebhooks'>;
}): OutgoingRules {
  const trustedPrefix = new URL(`${publicUrl}${INSPECTOR_PATH}`).href;
  return { allowPrivate: settings.allowPrivateWebhooks, trustedPrefix };
}

/** The address as the database holds it: a chat channel's, which holds a token, only sealed. */
export function storedAddress(
  secrets: Secrets,
  webhook: { readonly id: string; readonly channel: WebhookChannel },
  url: string,
): { readonly url: string; readonly sealedUrl: string | null } {
  if (webhook.channel === 'http') return { url, sealedUrl: null };
  const sealedUrl = secrets.seal(url, urlContext(webhook.id));
  return { url: maskedAddress(new URL(url)), sealedUrl };
}

/** Binds a sealed address to its webhook. */
export function urlContext(webhookId: string): string {
  return `webhook/${webhookId}/url`;
}

/** Binds a sealed secret to its webhook. */
export function secretContext(webhookId: string): string {
  return `webhook/${webhookId}/secret`;
}

/** `testMode` in the words of the rest of the service. */
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

/** The webhook as owners and admins see it; of chat channels token and chat id are masked. */
export function viewWebhook(webhook: WebhookRow, secrets: Secrets): z.input<typeof webhookView> {
  return {
    id: webhook.id,
    storeId: encodeId('STO', webhook.storeId),
    channel: webhook.channel,
    url: webhook.url,
    events: webhook.events,
    testMode: webhook.environment === 'test',
    secret: webhook.sealedSecret && shownSecret(webhook, webhook.sealedSecret, secrets),
    createdAt: toIso(webhook.createdAt),
    updatedAt: toIso(webhook.updatedAt),
  };
}

function shownSecret({ id, channel }: WebhookRow, sealed: string, secrets: Secrets): string {
  const secret = secrets.open(sealed, secretContext(id));
  return channel === 'http' ? secret : `…${secret.slice(-2)}`;
}

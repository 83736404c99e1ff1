import type { UseQueryResult } from '@tanstack/react-query';
import type { Output } from '../../api/client.ts';
import { useGraphql } from '../../parts/use-graphql.ts';

type WebhookView = Output<'store/add-webhook'>['webhook'];
export type Channel = WebhookView['channel'];
export type EventType = WebhookView['events'][number];

/** A webhook in the page's environment as returned by GraphQL: without secret, tokens masked. */
export interface Webhook {
  readonly id: string;
  readonly channel: Channel;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly disabledAt: string | null;
  readonly disabledReason: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A store has at most 20 webhooks, so they fit on one page. */
const QUERY = `query ($storeId: ID!) {
  store(id: $storeId) {
    storeWebhooks(limit: 100) {
      id channel url events disabledAt disabledReason createdAt updatedAt
    }
  }
}`;

interface Answer {
  readonly store: { readonly storeWebhooks: readonly Webhook[] } | null;
}

/** The store's webhooks in the page's environment. */
export function useWebhooks(): UseQueryResult<Answer> {
  return useGraphql<Answer>(QUERY);
}

/** The webhooks in a response; none for a deleted store. */
export function webhooksOf(answer: Answer | undefined): readonly Webhook[] {
  return answer?.store?.storeWebhooks ?? [];
}

/** A webhook in one line, for choices: `Slack · https://hooks.slack.com/…abcd`. */
export function webhookLabel({ channel, url }: Pick<Webhook, 'channel' | 'url'>): string {
  return `${CHANNEL_NAMES[channel]} · ${url}`;
}

export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  http: 'Your server (HTTP)',
  feishu: 'Feishu / Lark',
  discord: 'Discord',
  telegram: 'Telegram',
  slack: 'Slack',
};

/** Why the service disabled a webhook, in words. */
export function disabledText(reason: string | null): string {
  if (reason === 'gone')
    return 'The receiver responded with 410 Gone, so it no longer wants events.';
  if (reason === 'first_proof')
    return 'It was added before the owner’s email address was confirmed, so someone else may have added it.';
  return 'Every delivery failed for five days.';
}

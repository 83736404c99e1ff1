import type { WebhookChannel } from '../events/webhook-channels.ts';

/** A chat platform's limits for one sender. */
export interface ChatLimit {
  /** Milliseconds between messages to one webhook. */
  readonly pauseMs: number;
  /** Messages per second from one worker to all webhooks of the platform. */
  readonly perSecond: number;
}

/**
 * The documented limits with a safety margin; a webhook's pause applies across all workers.
 * Discord: 5 in 2 s and 30 a minute per webhook, 50 a second in total. Telegram: one a second and
 * 20 a minute per group, 30 a second in total. Slack: one a second. Feishu: 5 a second, 100 a
 * minute.
 */
export const CHAT_LIMITS: Readonly<Partial<Record<WebhookChannel, ChatLimit>>> = {
  discord: { pauseMs: 2_000, perSecond: 40 },
  telegram: { pauseMs: 3_000, perSecond: 25 },
  slack: { pauseMs: 1_000, perSecond: 50 },
  feishu: { pauseMs: 600, perSecond: 50 },
};

export interface ChatBudget {
  /** Number of messages each platform accepts right now. */
  left(): Readonly<Partial<Record<WebhookChannel, number>>>;
  spend(channel: WebhookChannel): void;
}

/** Counts the messages of the current second; `readMs` returns a monotonic time. */
export function createChatBudget(readMs: () => number): ChatBudget {
  let second = -1;
  let spent: Partial<Record<WebhookChannel, number>> = {};
  const turn = () => {
    const current = Math.floor(readMs() / 1_000);
    if (current === second) return;
    second = current;
    spent = {};
  };
  return {
    left: () => {
      turn();
      const entries = Object.entries(CHAT_LIMITS) as [WebhookChannel, ChatLimit][];
      return Object.fromEntries(
        entries.map(([channel, { perSecond }]) => [channel, perSecond - (spent[channel] ?? 0)]),
      );
    },
    spend: (channel) => {
      turn();
      spent[channel] = (spent[channel] ?? 0) + 1;
    },
  };
}

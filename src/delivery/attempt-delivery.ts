import type { Secrets } from '../contract/ports.ts';
import { secretContext, urlContext } from '../domain/store/webhook.ts';
import type { AttemptRecord } from '../events/attempt.queries.ts';
import type { ClaimedDelivery } from '../events/delivery.queries.ts';
import type { WebhookChannel } from '../events/webhook-channels.ts';
import { newUuid } from '../kit/id.ts';
import { addMs } from '../kit/time.ts';
import { traced } from '../kit/tracing.ts';
import type { Channel } from './channels/channel.ts';
import { CHAT_LIMITS } from './chat-limits.ts';
import { MAX_RETRY_AFTER_MS, pauseMs } from './retry-schedule.ts';
import type { PostResult, SafePost } from './safe-post.ts';

/** Recorded if the message can't be made, for example because a secret's key is gone. */
export const UNPREPARED = 'Message could not be prepared';
/** The receiver is permanently gone (docs/contract/delivery.md). */
const GONE = 410;
const TOO_MANY = 429;

export interface AttemptParts {
  readonly secrets: Secrets;
  readonly channels: Readonly<Record<WebhookChannel, Channel>>;
  readonly post: SafePost;
  readonly retryScheduleSeconds: readonly number[];
}

/** Makes one attempt and returns what to record. Never throws. */
export async function attemptDelivery(
  delivery: ClaimedDelivery,
  parts: AttemptParts,
  now: () => Date,
): Promise<AttemptRecord> {
  const attemptedAt = now();
  const started = performance.now();
  const said = { 'tillgate.delivery_id': delivery.id, 'tillgate.event_type': delivery.eventType };
  const result = await traced(
    'delivery',
    () => said,
    () => postDelivery(delivery, parts, { attemptedAt, now }),
  );
  const durationMs = Math.round(performance.now() - started);
  const succeeded = result.failure === null;
  const attempts = delivery.attemptCount + 1;
  const schedule = parts.retryScheduleSeconds;
  const pause = succeeded ? null : pauseMs(schedule, attempts, result.retryAfterSeconds);
  const ended = now();
  return {
    storeId: delivery.storeId,
    deliveryId: delivery.id,
    eventId: delivery.eventId,
    leasedUntil: delivery.leasedUntil,
    attemptId: newUuid(attemptedAt),
    status: succeeded ? 'success' : pause === null ? 'failed' : 'pending',
    dueAt: addMs(ended, pause ?? 0),
    attemptedAt,
    durationMs,
    httpStatus: result.httpStatus,
    responseBody: result.responseBody,
    failure: result.failure,
    isGone: result.httpStatus === GONE,
    pacedUntil: pacedUntil(delivery.channel, result, ended),
  };
}

/** When a chat platform accepts this webhook's next message; null if it has no limit. */
function pacedUntil(
  channel: WebhookChannel,
  { httpStatus, retryAfterSeconds }: PostResult,
  ended: Date,
): Date | null {
  const limit = CHAT_LIMITS[channel];
  if (!limit) return null;
  const asked = httpStatus === TOO_MANY ? (retryAfterSeconds ?? 0) * 1_000 : 0;
  return addMs(ended, Math.max(limit.pauseMs, Math.min(asked, MAX_RETRY_AFTER_MS)));
}

async function postDelivery(
  delivery: ClaimedDelivery,
  { secrets, channels, post }: AttemptParts,
  { attemptedAt, now }: { readonly attemptedAt: Date; readonly now: () => Date },
): Promise<PostResult> {
  const channel = channels[delivery.channel];
  const { webhookId, sealedUrl, sealedSecret } = delivery;
  try {
    const secret = sealedSecret && secrets.open(sealedSecret, secretContext(webhookId));
    const url = sealedUrl ? secrets.open(sealedUrl, urlContext(webhookId)) : delivery.url;
    const message = await channel.render({ ...delivery, secret }, attemptedAt);
    // The webhook may have been removed, or another worker may have claimed the delivery.
    if (now() >= delivery.leasedUntil) throw new Error('The lease has expired');
    return judge(await post({ url, ...message }), channel);
  } catch {
    const none = { httpStatus: null, responseBody: null, retryAfterSeconds: null };
    return { ...none, failure: UNPREPARED };
  }
}

/** Any 2xx that the channel accepts is a success; anything else has a failure text. */
function judge(result: PostResult, channel: Channel): PostResult {
  const { httpStatus, responseBody } = result;
  if (httpStatus === null) return result;
  if (httpStatus < 200 || httpStatus > 299) return { ...result, failure: `Status ${httpStatus}` };
  const accepted = channel.isAccepted?.(responseBody ?? '') ?? true;
  return accepted ? result : { ...result, failure: 'Message was not accepted' };
}

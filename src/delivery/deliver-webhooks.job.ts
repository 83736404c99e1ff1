import type { Job, JobContext } from '../contract/job.ts';
import { DELIVERY_JOB } from '../events/record-event.ts';
import { addMs } from '../kit/time.ts';
import { type AttemptParts, attemptDelivery } from './attempt-delivery.ts';
import {
  type AttemptRecord,
  type ClaimedDelivery,
  claimDueDeliveries,
  recordAttempt,
} from './delivery.queries.ts';

/** Attempts under way at once in one process. */
const MOST_ATTEMPTS = 128;
/** Of these, to webhooks whose latest attempts failed: they can never fill the rest. */
const MOST_FAILING = 32;
/** Attempts under way at once at one webhook. */
const MOST_PER_WEBHOOK = 4;
/** Milliseconds between two looks at the queue while attempts are under way. */
const LOOK_MS = 1_000;
/** Milliseconds that a hold outlasts the attempt's own limit, for signing and recording. */
const LEASE_MARGIN_MS = 20_000;

export interface DeliveryOptions extends AttemptParts {
  /** Longest time for one attempt. */
  readonly timeoutMs: number;
  /** One structured line for each attempt (conventions 16). */
  readonly log: (fields: Readonly<Record<string, unknown>>, message: string) => void;
}

/**
 * Delivers events (decisions 8). The delivery rows are the queue; posts happen outside of any
 * transaction. While attempts are under way it goes on claiming, so a slow webhook holds up its own
 * queue alone (invariant 14). Ends when nothing is due and no attempt is under way.
 */
export function createDeliverWebhooks(options: DeliveryOptions): Job {
  return {
    name: DELIVERY_JOB,
    everyMs: LOOK_MS,
    run: (context) => deliverDue(options, context),
  };
}

async function deliverDue(options: DeliveryOptions, context: JobContext): Promise<number> {
  const running = new Map<Promise<void>, ClaimedDelivery>();
  const alarm = createAlarm();
  const stopListening = context.database.onNudge((job) => job === DELIVERY_JOB && alarm.ring());
  let attempts = 0;
  let failed: { readonly error: unknown } | null = null;
  const start = (delivery: ClaimedDelivery) => {
    const attempt = deliver(options, context, delivery)
      .catch((error: unknown) => {
        failed = { error };
      })
      .finally(() => {
        running.delete(attempt);
        alarm.ring();
      });
    running.set(attempt, delivery);
  };
  try {
    for (;;) {
      alarm.reset();
      const claimed = await claim(options, context, [...running.values()]);
      attempts += claimed.length;
      for (const delivery of claimed) start(delivery);
      if (running.size === 0) break;
      if (claimed.length === 0 || running.size >= MOST_ATTEMPTS) await alarm.wait(LOOK_MS);
    }
  } finally {
    stopListening();
    await Promise.all(running.keys());
  }
  if (failed !== null) throw (failed as { error: unknown }).error;
  return attempts;
}

async function claim(
  options: DeliveryOptions,
  { database, now, signal }: JobContext,
  running: readonly ClaimedDelivery[],
): Promise<ClaimedDelivery[]> {
  if (signal.aborted || running.length >= MOST_ATTEMPTS) return [];
  const failing = running.filter(({ isFailing }) => isFailing).length;
  const limits = {
    all: MOST_ATTEMPTS - running.length,
    failing: Math.max(MOST_FAILING - failing, 0),
    perWebhook: MOST_PER_WEBHOOK,
  };
  const claimedAt = now();
  const leasedUntil = addMs(claimedAt, options.timeoutMs + LEASE_MARGIN_MS);
  return claimDueDeliveries(database, limits, claimedAt, leasedUntil);
}

async function deliver(
  options: DeliveryOptions,
  { database, now }: JobContext,
  delivery: ClaimedDelivery,
): Promise<void> {
  const record = await attemptDelivery(delivery, options, now);
  const [webhook] = await recordAttempt(database, delivery, record);
  options.log(logFields(delivery, record), 'delivery attempt');
  if (webhook?.disabledReason) {
    options.log({ webhookId: webhook.id, reason: webhook.disabledReason }, 'webhook disabled');
  }
}

/** No URL, no body: an address can hold a token (invariant 19). */
function logFields(delivery: ClaimedDelivery, record: AttemptRecord) {
  return {
    deliveryId: delivery.id,
    webhookId: delivery.webhookId,
    eventId: delivery.eventId,
    eventType: delivery.eventType,
    attempt: delivery.attemptCount + 1,
    status: record.status,
    httpStatus: record.httpStatus,
    failure: record.failure,
    durationMs: record.durationMs,
  };
}

/** A wait that ends when it is rung for, also when that happened before the wait began. */
function createAlarm() {
  let rung = false;
  let end: () => void = () => {};
  return {
    ring: () => {
      rung = true;
      end();
    },
    reset: () => {
      rung = false;
    },
    wait: async (timeoutMs: number) => {
      if (rung) return;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        end = resolve;
        timer = setTimeout(resolve, timeoutMs);
      });
      clearTimeout(timer);
    },
  };
}

import type { Job, JobContext } from '../contract/job.ts';
import { createStoreLine } from '../contract/store-turns.ts';
import { mayPass } from '../database/faults.ts';
import type { AttemptRecord } from '../events/attempt.queries.ts';
import {
  type ClaimedDelivery,
  claimDueDeliveries,
  findStoresWithDueDeliveries,
} from '../events/delivery.queries.ts';
import { DELIVERY_JOB } from '../events/record-event.ts';
import type { Id } from '../kit/id.ts';
import { addMs } from '../kit/time.ts';
import { type AttemptParts, attemptDelivery } from './attempt-delivery.ts';
import { type ChatBudget, createChatBudget } from './chat-limits.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { WARNING_JOB } from './warn-merchants.job.ts';
import { writeAttemptsTo } from './write-attempts.ts';

/** Concurrent attempts of one process. */
const MAX_ATTEMPTS = 256;
/** Of these, attempts at failing webhooks, so that they can't use up all of them. */
const MAX_FAILING = 64;
/** Attempts a store gets before the next store's turn. */
const QUANTUM = 32;
/** Concurrent attempts per webhook. */
const MAX_PER_WEBHOOK = 4;
/** Milliseconds between polls of the queue while attempts are running. */
const LOOK_MS = 1_000;
/** A lease's length in attempt time limits, to include signing and recording. */
const LEASE_TIMES = 3;

export interface DeliveryOptions extends AttemptParts {
  /** Time limit of one attempt. */
  readonly timeoutMs: number;
  /** One structured line for each attempt. */
  readonly log: (fields: Readonly<Record<string, unknown>>, message: string) => void;
}

/**
 * Delivers events (docs/contract/delivery.md). The delivery rows are the queue; posts happen
 * outside of transactions. While attempts are running, it keeps claiming, so a slow webhook delays
 * only its own queue (docs/contract/invariants.md#14). Ends when nothing is due and no attempt is
 * running.
 */
export function createDeliverWebhooks(options: DeliveryOptions): Job {
  const budget = createChatBudget(() => performance.now());
  return {
    name: DELIVERY_JOB,
    everyMs: LOOK_MS,
    run: (context) => {
      const write = writeAttemptsTo(context.database, (warning) => {
        options.log({ ...warning }, `webhook ${warning.kind}`);
        context.database.wake(WARNING_JOB);
      });
      const recorder = createRecorder(write);
      return deliverDue({ ...options, budget, recorder }, context);
    },
  };
}

interface Round extends DeliveryOptions {
  readonly budget: ChatBudget;
  readonly recorder: Recorder<AttemptRecord>;
}

async function deliverDue(options: Round, context: JobContext): Promise<number> {
  const { database, now } = context;
  const running = new Map<Promise<void>, ClaimedDelivery>();
  const alarm = createAlarm();
  const look = async () => line.add(...(await findStoresWithDueDeliveries(database, now())));
  /** When to look for stores, in `performance.now()`'s milliseconds. */
  let lookAt = Number.NEGATIVE_INFINITY;
  const stopListening = database.onWake((job) => {
    if (job !== DELIVERY_JOB) return;
    lookAt = Number.NEGATIVE_INFINITY;
    alarm.ring();
  });
  let attempts = 0;
  let failed: { readonly error: unknown } | null = null;
  const start = (delivery: ClaimedDelivery) => {
    const attempt = deliver(options, now, delivery)
      .catch((error: unknown) => {
        failed = { error };
      })
      .finally(() => {
        running.delete(attempt);
        // Frees its slot, both here and at its webhook.
        line.add(delivery.storeId);
        alarm.ring();
      });
    running.set(attempt, delivery);
  };
  const line = createStoreLine(QUANTUM, async (storeId: Id<'STO'>, most) => {
    // Others' deliveries don't wait for a store whose node is missing.
    const claimed = await claim(options, context, [...running.values()], storeId, most).catch(
      (error: unknown): ClaimedDelivery[] => {
        if (!context.database.guardsStores || !mayPass(error)) throw error;
        failed = { error };
        return [];
      },
    );
    for (const delivery of claimed) start(delivery);
    return claimed;
  });
  try {
    while (!context.signal.aborted) {
      alarm.reset();
      // Also while attempts end all the time: nothing wakes the job for a retry that becomes due.
      if (performance.now() >= lookAt) {
        lookAt = performance.now() + LOOK_MS;
        await look();
      }
      const claimed = await line.claim(MAX_ATTEMPTS - running.size);
      attempts += claimed.length;
      if (running.size === 0) break;
      // Everything available has been claimed. More comes when an attempt ends, on a wake-up, or
      // with time.
      await alarm.wait(lookAt - performance.now());
    }
  } finally {
    stopListening();
    await Promise.all(running.keys());
  }
  if (failed !== null) throw (failed as { error: unknown }).error;
  return attempts;
}

async function claim(
  options: Round,
  { database, now }: JobContext,
  running: readonly ClaimedDelivery[],
  storeId: Id<'STO'>,
  most: number,
): Promise<ClaimedDelivery[]> {
  const ofStore = running.filter((delivery) => delivery.storeId === storeId);
  const failing = running.filter(({ isFailing }) => isFailing).length;
  const limits = {
    all: most,
    failing: Math.max(MAX_FAILING - failing, 0),
    perWebhook: MAX_PER_WEBHOOK,
    perChannel: options.budget.left(),
    underWay: ofStore.map(({ id }) => id),
  };
  const claimedAt = now();
  const leasedUntil = addMs(claimedAt, options.timeoutMs * LEASE_TIMES);
  const claimed = await claimDueDeliveries(database, storeId, limits, claimedAt, leasedUntil);
  for (const { channel } of claimed) options.budget.spend(channel);
  return claimed;
}

async function deliver(options: Round, now: () => Date, delivery: ClaimedDelivery): Promise<void> {
  const record = await options.recorder.record(attemptDelivery(delivery, options, now));
  options.log(logFields(delivery, record), 'delivery attempt');
}

/** Without URL and body: an address can contain a token (docs/contract/invariants.md#19). */
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

/** A wait that ends when the alarm rings, even if it rang before the wait started. */
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
    /** Resolves when the alarm rings, at the latest after the timeout. */
    wait: async (timeoutMs: number): Promise<void> => {
      if (rung) return;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        end = resolve;
        timer = setTimeout(resolve, Math.max(0, timeoutMs));
      });
      clearTimeout(timer);
    },
  };
}

import type { Job, JobContext } from '../../contract/job.ts';
import { addMs } from '../../kit/time.ts';
import { SIGNATURE_HEADER, signCallback } from './callback-signature.ts';
import { claimDueCallbacks, type DueCallback, deleteCallback } from './sandbox-callback.queries.ts';

/** Callbacks sent concurrently. */
const BATCH = 20;
/** Milliseconds until a failed callback is retried. */
const RETRY_MS = 60_000;
/** Maximum attempts; after that, only `settle-payments` finds the outcome. */
const MAX_ATTEMPTS = 10;
/** Milliseconds for one attempt. */
const TIMEOUT_MS = 10_000;

/** Sends the sandbox's callbacks to the service's own URL over HTTP, like any provider. */
export const sendSandboxCallbacks: Job = {
  name: 'send-sandbox-callbacks',
  everyMs: 2_000,
  run: async (context) => {
    const { database, now: currentTime } = context;
    const now = currentTime();
    const leasedUntil = addMs(now, RETRY_MS);
    const claimed = await claimDueCallbacks(database, { now, leasedUntil, most: BATCH });
    await Promise.all(claimed.map((callback) => send(callback, context)));
    return claimed.length;
  },
};

async function send(callback: DueCallback, context: JobContext): Promise<void> {
  const { database } = context;
  const isTaken = await post(callback, context);
  if (isTaken || callback.attemptCount >= MAX_ATTEMPTS) await deleteCallback(database, callback.id);
}

async function post(callback: DueCallback, { ports, now }: JobContext): Promise<boolean> {
  const { id, type, subject, subjectId } = callback;
  const body = JSON.stringify({ id, type, subject, subjectId });
  try {
    const response = await fetch(`${ports.publicUrl}/callbacks/sandbox`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: signCallback(ports.secrets, body, now()),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    // Not reachable from here: retried later.
    return false;
  }
}

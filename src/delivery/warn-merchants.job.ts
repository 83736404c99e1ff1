import type { Job, JobContext } from '../contract/job.ts';
import { countInTurns } from '../contract/store-turns.ts';
import { queueOwnerMail } from '../events/queue-mail.ts';
import { findStoresWithWarnings, raiseWarnings, takeWarnings } from '../events/warning.queries.ts';
import type { Id } from '../kit/id.ts';
import { toIso } from '../kit/time.ts';

/** Job that a new warning wakes. */
export const WARNING_JOB = 'warn-merchants';
/** Warnings sent in one transaction. */
const BATCH = 20;
const LOOK_MS = 60_000;

/**
 * Mails a store's owner that a webhook is failing, before it is disabled, and when it has been
 * disabled; disables it when it is time (docs/contract/delivery.md#disabling). Time passes without
 * attempts, too, so this isn't left to them. The mail is queued in the transaction that marks the
 * warning as sent.
 */
export const warnMerchants: Job = {
  name: WARNING_JOB,
  everyMs: LOOK_MS,
  run: (context) =>
    countInTurns(
      context,
      () => findStoresWithWarnings(context.database, context.now()),
      (storeId, most) => warnOwner(context, storeId, most),
      BATCH,
    ),
};

function warnOwner({ database, now }: JobContext, of: Id<'STO'>, most: number): Promise<number> {
  return database.transaction(async (tx) => {
    const at = now();
    await raiseWarnings(tx, of, at);
    const warnings = await takeWarnings(tx, of, most, at);
    const current = warnings.filter(({ isTrue }) => isTrue);
    for (const { id, storeId, environment, kind, reason, webhookId, ...webhook } of current) {
      const since = toIso(webhook.failingSince);
      // Only the host: the rest of a URL can contain a token (docs/contract/invariants.md#19).
      const content = { host: new URL(webhook.url).host, since, reason };
      const type = `webhook.${kind}`;
      const mail = { storeId, environment, type, occurrence: id, subjectId: webhookId, content };
      await queueOwnerMail(tx, mail, at);
    }
    return warnings.length;
  });
}

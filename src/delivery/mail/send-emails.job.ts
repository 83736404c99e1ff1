import type { Job, JobContext } from '../../contract/job.ts';
import { workAtOnce, workInTurns } from '../../contract/store-turns.ts';
import { MAIL_JOB } from '../../events/event-mails.ts';
import {
  type ClaimedMail,
  claimDueMails,
  findStoresWithDueMails,
  recordMailAttempt,
} from '../../events/mail-delivery.queries.ts';
import { addMs } from '../../kit/time.ts';
import type { PdfPrinter } from '../../receipts/pdf-printer.ts';
import { receiptOf } from './attach-receipt.ts';
import { attemptMail, type MailParts } from './attempt-mail.ts';

/** Mails sent at once, each over a connection of its own. */
const BATCH = 8;
/** Milliseconds until another worker may send a mail: above the limits of every step of SMTP. */
const LEASE_MS = 300_000;
const LOOK_MS = 5_000;

export interface MailOptions extends MailParts {
  readonly printer: PdfPrinter;
  /** One structured line for each attempt. */
  readonly log: (fields: Readonly<Record<string, unknown>>, message: string) => void;
}

/**
 * Sends mails. The rows are the queue; a mail whose process died while it was being handed over is
 * sent again under the same Message-ID.
 */
export function createSendEmails(options: MailOptions): Job {
  return {
    name: MAIL_JOB,
    everyMs: LOOK_MS,
    run: (context) => {
      const { database, now: currentTime } = context;
      return workInTurns(context, {
        find: () => findStoresWithDueMails(database, currentTime()),
        claim: (storeId, most) => {
          const time = currentTime();
          return claimDueMails(database, storeId, most, time, addMs(time, LEASE_MS));
        },
        work: (mails) => workAtOnce(mails, (mail) => sendMail(mail, options, context)),
        batch: BATCH,
      });
    },
  };
}

async function sendMail(
  mail: ClaimedMail,
  options: MailOptions,
  { database, now: currentTime }: JobContext,
): Promise<void> {
  const attach = () => attachReceipt(mail, options, database);
  const record = await attemptMail(mail, options, currentTime, attach);
  await recordMailAttempt(database, mail, record);
  const { id, type, recipientType, attemptCount } = mail;
  const { status, error } = record;
  const attempt = attemptCount + 1;
  // No address, no text: persons' data.
  options.log({ emailId: id, type, recipientType, attempt, status, error }, 'mail attempt');
}

/** A mail whose receipt cannot be made is sent without it: the portal has the receipt as well. */
async function attachReceipt(
  mail: ClaimedMail,
  { printer, log }: MailOptions,
  database: JobContext['database'],
) {
  try {
    return await receiptOf(database, printer, mail);
  } catch (error) {
    log({ emailId: mail.id, type: mail.type, err: error }, 'receipt could not be made');
    return null;
  }
}

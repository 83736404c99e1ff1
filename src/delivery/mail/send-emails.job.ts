import type { Job, JobContext } from '../../contract/job.ts';
import { workAtOnce, workInTurns } from '../../contract/store-turns.ts';
import { MAIL_JOB } from '../../events/event-mails.ts';
import {
  type ClaimedMail,
  claimDueMails,
  findStoresWithDueMails,
  type MailRecord,
  recordMailAttempts,
} from '../../events/mail-delivery.queries.ts';
import { addMs } from '../../kit/time.ts';
import type { PdfPrinter } from '../../receipts/pdf-printer.ts';
import { createRecorder, type Recorder, type WriteAttempts } from '../recorder.ts';
import { receiptOf } from './attach-receipt.ts';
import { attemptMail, type MailParts } from './attempt-mail.ts';

/** Mails sent concurrently, each over a connection of its own. */
export const MAILS_AT_ONCE = 8;
/** Milliseconds of a mail's lease, enough for a server that is silent in two of its steps. */
const LEASE_MS = 300_000;
const LOOK_MS = 5_000;

export interface MailOptions extends MailParts {
  readonly printer: PdfPrinter;
  /** Called for each recorded attempt. */
  readonly count: (attempt: MailRecord) => void;
  /** One structured line for each attempt. */
  readonly log: (fields: Readonly<Record<string, unknown>>, message: string) => void;
}

/**
 * Sends mails. The rows are the queue. If the process dies while handing over a mail, it is sent
 * again with the same Message-ID.
 */
export function createSendEmails(options: MailOptions): Job {
  return {
    name: MAIL_JOB,
    everyMs: LOOK_MS,
    run: (context) => {
      const { database, now: currentTime } = context;
      const recorder = createRecorder(writeTo(database));
      return workInTurns(context, {
        find: () => findStoresWithDueMails(database, currentTime()),
        claim: (storeId, most) => {
          const time = currentTime();
          return claimDueMails(database, storeId, most, time, addMs(time, LEASE_MS));
        },
        work: (mails) => workAtOnce(mails, (mail) => sendMail(mail, options, context, recorder)),
        batch: MAILS_AT_ONCE,
      });
    },
  };
}

async function sendMail(
  mail: ClaimedMail,
  options: MailOptions,
  { database, now: currentTime }: JobContext,
  recorder: Recorder<MailRecord>,
): Promise<void> {
  const attach = () => attachReceipt(mail, options, database);
  const record = await recorder.record(attemptMail(mail, options, currentTime, attach));
  options.count(record);
  const { id, type, recipientType, attemptCount } = mail;
  const { status, error } = record;
  const attempt = attemptCount + 1;
  // Without address and text, which are personal data.
  options.log({ emailId: id, type, recipientType, attempt, status, error }, 'mail attempt');
}

function writeTo(database: JobContext['database']): WriteAttempts<MailRecord> {
  return async (storeId, attempts) => {
    const recorded = new Set(await recordMailAttempts(database, storeId, attempts));
    return attempts.filter(({ id }) => recorded.has(id));
  };
}

/** A mail is sent without its receipt if that can't be created; the portal has it as well. */
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

import { sql } from '../../src/database/database.ts';
import { codeContext } from '../../src/events/queue-mail.ts';
import { createSecrets } from '../../src/secrets.ts';
import { uuidOf } from './catalogue.ts';
import { TEST_SECRET_KEY, type TestApp } from './test-app.ts';

/** A mail in the queue and the log. */
export interface LoggedMail {
  readonly id: string;
  readonly type: string;
  readonly recipientType: string;
  readonly toAddress: string;
  readonly switch: string | null;
  readonly subject: string;
  readonly language: string;
  readonly status: string;
  readonly attemptCount: number;
  readonly text: string | null;
  readonly error: string | null;
  readonly occurrence: string;
  readonly sealedCode: string | null;
  readonly dueAt: Date;
}

/** The mails of a store (`STO_xxx`), sorted by recipient. */
export function mailsOfStore(test: TestApp, storeId: string): Promise<LoggedMail[]> {
  return test.database.query(sql`
    select id, event_type as type, recipient_type as "recipientType", to_address as "toAddress",
      switch, subject, language, status, attempt_count as "attemptCount", body_text as text,
      error_message as error, occurrence, sealed_code as "sealedCode", due_at as "dueAt"
    from email_delivery where store_id = ${uuidOf('STO', storeId)}
    order by created_at, recipient_type, to_address`);
}

/** The mails of one type sent to an address. */
export function mailsTo(test: TestApp, email: string, type: string): Promise<LoggedMail[]> {
  return test.database.query(sql`
    select subject, status, body_text as text, sealed_code as "sealedCode"
    from email_delivery where to_address = ${email} and event_type = ${type}`);
}

/** The code in the latest mail to the address. Throws if there is none. */
export async function codeMailedTo(test: TestApp, email: string): Promise<string> {
  const [mail] = await test.database.query<LoggedMail>(sql`
    select occurrence, sealed_code as "sealedCode" from email_delivery
    where to_address = ${email} order by occurrence desc limit 1`);
  if (!mail?.sealedCode) throw new Error(`No code was mailed to ${email}`);
  return createSecrets(TEST_SECRET_KEY).open(mail.sealedCode, codeContext(mail.occurrence));
}

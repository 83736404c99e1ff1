import type { Environment } from '../../contract/caller.ts';
import type { Tx } from '../../database/database.ts';
import { MAIL_JOB } from '../../events/event-mails.ts';
import { mailTextOf, type RecipientType } from '../../events/mail-texts.ts';
import type { Id } from '../../kit/id.ts';
import { findMailStore, insertBuyerMail, insertCodeMail, insertOwnerMail } from './mail.queries.ts';

/** A mail that no event brings about. */
export interface NewMail {
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
  /** Such as `kyb_ticket.succeeded`; the texts know it. */
  readonly type: string;
  /** Names the moment: one mail for each moment and recipient, however often it is queued. */
  readonly occurrence: string;
  /** What it is about, as answers show it. */
  readonly subjectId: string;
  /** What it tells, in the fields' names of events. */
  readonly content: Readonly<Record<string, string | null>>;
}

/** Queues a mail to the store's owner, whatever the switches say. */
export async function queueOwnerMail(tx: Tx, mail: NewMail, now: Date): Promise<void> {
  await insertOwnerMail(tx, { ...mail, subject: await subjectOf(tx, 'merchant', mail) }, now);
  tx.nudge(MAIL_JOB);
}

/** A mail to the buyer of an order, in the language that he paid in. */
export interface BuyerMail extends NewMail {
  readonly orderId: Id<'ORD'>;
  readonly toAddress: string;
  /** The store's switch that lets it through. */
  readonly switch: string;
}

/** Queues a mail to a buyer, unless its switch is off. */
export async function queueBuyerMail(tx: Tx, mail: BuyerMail, now: Date): Promise<void> {
  await insertBuyerMail(tx, { ...mail, subject: await subjectOf(tx, 'buyer', mail) }, now);
  tx.nudge(MAIL_JOB);
}

/** A mail with a code, which is kept sealed until it is sent. */
export interface CodeMail extends Omit<NewMail, 'storeId'> {
  /** Null: about a merchant's account. */
  readonly storeId: Id<'STO'> | null;
  readonly toAddress: string;
  readonly sealedCode: string;
  readonly expiresAt: Date;
  /** A buyer's carries the store's name; by default an address that is to be confirmed. */
  readonly recipientType?: 'address' | 'buyer';
  readonly language?: string;
}

/** Queues a mail with a code. */
export async function queueCodeMail(tx: Tx, mail: CodeMail, now: Date): Promise<void> {
  const { recipientType = 'address', language = 'en' } = mail;
  const subject = await subjectOf(tx, recipientType, mail, language);
  await insertCodeMail(tx, { ...mail, recipientType, language, subject }, now);
  tx.nudge(MAIL_JOB);
}

/** Binds a sealed code to its mail. */
export function codeContext(occurrence: string): string {
  return `email/${occurrence}`;
}

type SomeMail = NewMail | CodeMail;

async function subjectOf(tx: Tx, recipient: RecipientType, mail: SomeMail, language = 'en') {
  const [store] = await findMailStore(tx, mail.storeId);
  const { type, environment, content: data } = mail;
  const facts = { type, environment, storeName: store?.name ?? '', data };
  return mailTextOf(recipient, facts, language).subject;
}

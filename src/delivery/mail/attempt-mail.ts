import type { Secrets } from '../../contract/ports.ts';
import { portalUrl } from '../../domain/portal/portal.ts';
import type { StoredCheckout } from '../../domain/store/settings.ts';
import type { ClaimedMail, MailRecord } from '../../events/mail-delivery.queries.ts';
import type { MailFacts } from '../../events/mail-text.ts';
import { mailLanguage, mailTextOf } from '../../events/mail-texts.ts';
import { codeContext } from '../../events/queue-mail.ts';
import { plainLine } from '../../kit/text.ts';
import { addMs } from '../../kit/time.ts';
import { UNPREPARED } from '../attempt-delivery.ts';
import { pauseMs } from '../retry-schedule.ts';
import type { Attachment } from './attach-receipt.ts';
import type { MailLimit } from './mail-limit.ts';
import type { MailTransport, OutgoingMail } from './mail-transport.ts';
import { type MailLook, renderMailHtml, renderMailText, withUnsubscribe } from './render-mail.ts';
import { unsubscribeUrl } from './unsubscribe-link.ts';

/** Seconds from each failed attempt to the next. */
const RETRY_SCHEDULE_S = [10, 60, 300, 1_800, 7_200, 21_600, 43_200];
/** Recorded if no server is set: the log is the mailbox. */
const NOT_SENT = 'No mail server is configured: kept here, not sent';
const EXPIRED = 'Expired before it could be sent';
/** Recorded if `mayGoOut` refuses. */
const TOO_MANY = 'Too many such mails within an hour: kept here, not sent';
/** The same for a mail whose text isn't stored. */
const TOO_MANY_CODES =
  'Too many such mails within an hour: not sent, nor kept, because it contains a code';

export interface MailParts {
  readonly secrets: Secrets;
  readonly publicUrl: string;
  /** Null: mails stay in the log. */
  readonly transport: MailTransport | null;
  /** The sender's address. */
  readonly from: string;
  readonly mayGoOut: MailLimit;
}

/** Renders a mail and makes one attempt, with its receipt if any; returns what to record. */
export async function attemptMail(
  mail: ClaimedMail,
  parts: MailParts,
  now: () => Date,
  receipt: () => Promise<Attachment | null>,
): Promise<MailRecord> {
  const attemptedAt = now();
  const { transport } = parts;
  const { id, storeId, leasedUntil, subject } = mail;
  const lease = { id, storeId, leasedUntil, attemptedAt, dueAt: attemptedAt };
  const unsent = { ...lease, messageId: messageIdOf(mail, parts), subject, text: null };
  if (mail.expiresAt !== null && mail.expiresAt <= attemptedAt) {
    return { ...unsent, status: 'failed', error: EXPIRED };
  }
  const retry = (record: Pick<MailRecord, keyof typeof unsent>, error: string): MailRecord => {
    const pause = pauseMs(RETRY_SCHEDULE_S, mail.attemptCount + 1, null);
    if (pause === null) return { ...record, status: 'failed', error };
    return { ...record, status: 'pending', error, dueAt: addMs(now(), pause) };
  };
  const composed = tryTo(() => composeMail(mail, parts));
  if (composed === null) return retry(unsent, UNPREPARED);
  const { outgoing, toHtml, keptText } = composed;
  const shown = mail.sealedCode !== null && transport !== null ? null : keptText;
  const record = { ...unsent, subject: outgoing.subject, text: shown };
  if (transport === null) return { ...record, status: 'success', error: NOT_SENT };
  if (!parts.mayGoOut(mail, attemptedAt)) {
    return { ...record, status: 'success', error: shown === null ? TOO_MANY_CODES : TOO_MANY };
  }
  const attached = await receipt();
  const attachments = attached ? [attached] : [];
  const { failure, isFinal } = await transport.send({ ...outgoing, html: toHtml(), attachments });
  if (failure === null) return { ...record, status: 'success', error: null };
  return isFinal ? { ...record, status: 'failed', error: failure } : retry(record, failure);
}

function tryTo<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** The same on every attempt, so that a mail accepted twice is shown once. */
function messageIdOf({ id }: ClaimedMail, { from }: MailParts): string {
  return `<${id}@${from.split('@')[1]}>`;
}

/**
 * The mail; how its HTML is made, which only one that is sent needs; and the text to keep, without
 * the unsubscribe link, because everyone who can read the store's mails could use it.
 */
function composeMail(mail: ClaimedMail, parts: MailParts) {
  const { recipientType, language: tag, toAddress } = mail;
  const storeName = plainLine(mail.storeName);
  const language = mailLanguage(tag);
  const text = mailTextOf(recipientType, factsOf(mail, parts), tag);
  const unsubscribe = unsubscribeOf(mail, parts);
  const look: MailLook = {
    ...{ language: language.tag, storeName, logo: mail.storeLogo },
    checkoutSettings: mail.checkoutSettings as StoredCheckout,
    footer: language.footer(recipientType, storeName),
    unsubscribe: unsubscribe === null ? null : { url: unsubscribe, label: language.unsubscribe },
  };
  const isBuyers = recipientType === 'buyer';
  const keptText = renderMailText(text, look);
  const outgoing = {
    from: { name: isBuyers ? storeName : 'Tillgate', address: parts.from },
    to: { name: '', address: toAddress },
    ...(isBuyers && mail.supportEmail
      ? { replyTo: { name: storeName, address: mail.supportEmail } }
      : {}),
    subject: text.subject,
    text: withUnsubscribe(keptText, look.unsubscribe),
    messageId: messageIdOf(mail, parts),
    headers: headersOf(unsubscribe),
  } satisfies OutgoingMail;
  return { outgoing, toHtml: () => renderMailHtml(text, look), keptText };
}

function headersOf(unsubscribe: string | null): Record<string, string> {
  const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };
  if (unsubscribe === null) return automatic;
  return {
    ...automatic,
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** The mail's facts: its event's data, or its own content with the code. */
function factsOf(mail: ClaimedMail, { secrets, publicUrl }: MailParts): MailFacts {
  const { type, environment, storeName, sealedCode, recipientType, storeSlug } = mail;
  const code = sealedCode && secrets.open(sealedCode, codeContext(mail.occurrence));
  const data = mail.body === null ? mail.content : JSON.parse(mail.body).data;
  const isBuyers = recipientType === 'buyer' && storeSlug !== null;
  const more = {
    ...(code ? { code } : {}),
    ...(isBuyers ? { portalUrl: portalUrl(publicUrl, storeSlug, environment) } : {}),
  };
  return { type, environment, storeName, data: { ...data, ...more } };
}

/** Required for mails that a merchant can turn off (RFC 8058). */
function unsubscribeOf(mail: ClaimedMail, { publicUrl, secrets }: MailParts): string | null {
  const { merchantId, storeId, switch: name, environment } = mail;
  if (merchantId === null || storeId === null || name === null) return null;
  return unsubscribeUrl(publicUrl, secrets, { storeId, merchantId, switch: name, environment });
}

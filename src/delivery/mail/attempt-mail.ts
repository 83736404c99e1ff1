import type { Secrets } from '../../contract/ports.ts';
import { portalUrl } from '../../domain/portal/portal.ts';
import type { StoredCheckout } from '../../domain/store/settings.ts';
import type { ClaimedMail, MailRecord } from '../../events/mail-delivery.queries.ts';
import type { MailFacts } from '../../events/mail-text.ts';
import { mailLanguage, mailTextOf } from '../../events/mail-texts.ts';
import { codeContext } from '../../events/queue-mail.ts';
import { addMs } from '../../kit/time.ts';
import { pauseMs } from '../retry-schedule.ts';
import type { Attachment } from './attach-receipt.ts';
import type { MailTransport, OutgoingMail } from './mail-transport.ts';
import { type MailLook, renderMailHtml, renderMailText } from './render-mail.ts';
import { unsubscribeUrl } from './unsubscribe-link.ts';

/** Seconds from one failed attempt to the next. */
const RETRY_SCHEDULE_S = [10, 60, 300, 1_800, 7_200, 21_600, 43_200];
/** Said where no server is set: the log is the mailbox. */
const NOT_SENT = 'No mail server is configured: kept here, not sent';
const EXPIRED = 'Expired before it could be sent';

export interface MailParts {
  readonly secrets: Secrets;
  readonly publicUrl: string;
  /** Null: mails stay in the log. */
  readonly transport: MailTransport | null;
  /** The sender's address. */
  readonly from: string;
}

/** Renders a mail, makes one attempt, with its receipt if it has one; gives what to record of it. */
export async function attemptMail(
  mail: ClaimedMail,
  parts: MailParts,
  now: () => Date,
  receipt: () => Promise<Attachment | null>,
): Promise<MailRecord> {
  const attemptedAt = now();
  const outgoing = composeMail(mail, parts);
  const { transport } = parts;
  const messageId = outgoing.messageId as string;
  const shown = mail.sealedCode !== null && transport !== null ? null : String(outgoing.text);
  const subject = String(outgoing.subject);
  const record = { attemptedAt, messageId, subject, text: shown, dueAt: attemptedAt };
  if (mail.expiresAt !== null && mail.expiresAt <= attemptedAt) {
    return { ...record, status: 'failed', error: EXPIRED, text: null };
  }
  if (transport === null) return { ...record, status: 'success', error: NOT_SENT };
  const attached = await receipt();
  const attachments = attached ? [attached] : [];
  const { failure, isFinal } = await transport.send({ ...outgoing, attachments });
  if (failure === null) return { ...record, status: 'success', error: null };
  const pause = isFinal ? null : pauseMs(RETRY_SCHEDULE_S, mail.attemptCount + 1, null);
  const dueAt = addMs(now(), pause ?? 0);
  return { ...record, dueAt, status: pause === null ? 'failed' : 'pending', error: failure };
}

function composeMail(mail: ClaimedMail, parts: MailParts): OutgoingMail {
  const { recipientType, storeName, language: tag, toAddress } = mail;
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
  return {
    from: { name: isBuyers ? storeName : 'Tillgate', address: parts.from },
    to: { name: '', address: toAddress },
    ...(isBuyers && mail.supportEmail
      ? { replyTo: { name: storeName, address: mail.supportEmail } }
      : {}),
    subject: text.subject,
    text: renderMailText(text, look),
    html: renderMailHtml(text, look),
    // The same on every attempt: a mail that was taken twice is shown once.
    messageId: `<${mail.id}@${parts.from.split('@')[1]}>`,
    headers: headersOf(unsubscribe),
  };
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

/** What the mail tells: its event's data, or its own content with the code. */
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

/** Due where a merchant can switch it off (RFC 8058). */
function unsubscribeOf(mail: ClaimedMail, { publicUrl, secrets }: MailParts): string | null {
  const { merchantId, storeId, switch: name } = mail;
  if (merchantId === null || storeId === null || name === null) return null;
  return unsubscribeUrl(publicUrl, secrets, { storeId, merchantId, switch: name });
}

import { perLanguage } from '../kit/languages.ts';
import { hasControlCharacter } from '../kit/text.ts';
import { buyerMails } from './buyer-mails/buyer-mails.ts';
import { describeEvent, isEventType } from './event-types.ts';
import type { MailFacts, MailLanguage, MailText, RecipientType } from './mail-text.ts';
import { english } from './mail-texts-english.ts';

/** The texts of a language's tag: English for one that there is not, and for all but buyers. */
export const mailLanguage = perLanguage<MailLanguage>((language) => {
  const buyers = buyerMails(language);
  return {
    tag: language,
    testMark: buyers.testMark,
    footer: (recipient, storeName) =>
      recipient === 'buyer' ? buyers.footer(storeName) : english.footer(recipient, storeName),
    unsubscribe: english.unsubscribe,
    text: (recipient, facts) =>
      (recipient === 'buyer' ? buyers.text(nameOf(facts), facts) : null) ??
      english.text(recipient, facts),
  };
});

/** The entry of a mail to buyers: an event's type, unless its data calls for another. */
function nameOf({ type, data }: MailFacts): string {
  const unless = isEventType(type) ? describeEvent(type).buyerMail?.unless : undefined;
  return unless?.is(data) ? unless.name : type;
}

/** The text of a mail; its subject is one line and says when it is about the test environment. */
export function mailTextOf(recipient: RecipientType, facts: MailFacts, tag = 'en'): MailText {
  const language = mailLanguage(tag);
  const text = language.text(recipient, facts);
  // An address that is to be confirmed is confirmed for both environments.
  const isMarked = facts.environment === 'test' && recipient !== 'address';
  const mark = isMarked ? `${language.testMark} ` : '';
  return { ...text, subject: oneLine(`${mark}${text.subject}`) };
}

function oneLine(text: string): string {
  return hasControlCharacter(text) ? text.replace(/\p{Cc}+/gu, ' ') : text;
}

import { perLanguage } from '../kit/languages.ts';
import { hasControlCharacter, plainLine } from '../kit/text.ts';
import { buyerMails } from './buyer-mails/buyer-mails.ts';
import { describeEvent, isEventType } from './event-types.ts';
import type { MailFacts, MailLanguage, MailText, RecipientType } from './mail-text.ts';
import { english } from './mail-texts-english.ts';

/**
 * The texts for a language tag: English for unknown languages and for all recipients except buyers.
 */
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
    subject: (recipient, facts) =>
      (recipient === 'buyer' ? buyers.subject(nameOf(facts), facts) : null) ??
      english.subject(recipient, facts),
  };
});

/** The entry of a buyer mail: its event's type, unless the data requires a different one. */
function nameOf({ type, data }: MailFacts): string {
  const unless = isEventType(type) ? describeEvent(type).buyerMail?.unless : undefined;
  return unless?.is(data) ? unless.name : type;
}

/** A mail's text; the one-line subject marks the test environment. */
export function mailTextOf(recipient: RecipientType, facts: MailFacts, tag = 'en'): MailText {
  const language = mailLanguage(tag);
  const text = language.text(recipient, named(facts));
  return { ...text, subject: marked(text.subject, language, recipient, facts) };
}

/** The subject of `mailTextOf`. */
export function mailSubjectOf(recipient: RecipientType, facts: MailFacts, tag = 'en'): string {
  const language = mailLanguage(tag);
  return marked(language.subject(recipient, named(facts)), language, recipient, facts);
}

/** The store's name as it may stand in a sentence; the texts treat other values the same way. */
function named(facts: MailFacts): MailFacts {
  return { ...facts, storeName: plainLine(facts.storeName) };
}

function marked(
  subject: string,
  { testMark }: MailLanguage,
  recipient: RecipientType,
  { environment }: MailFacts,
): string {
  // Confirming an address applies to both environments.
  const isMarked = environment === 'test' && recipient !== 'address';
  return oneLine(`${isMarked ? `${testMark} ` : ''}${subject}`);
}

function oneLine(text: string): string {
  return hasControlCharacter(text) ? text.replace(/\p{Cc}+/gu, ' ') : text;
}

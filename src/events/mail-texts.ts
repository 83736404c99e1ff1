import { perLanguage } from '../kit/languages.ts';
import { hasControlCharacter } from '../kit/text.ts';
import { buyerMails } from './buyer-mails/buyer-mails.ts';
import { english } from './mail-texts-english.ts';

type Fields = Readonly<Record<string, unknown>>;

export type RecipientType = 'merchant' | 'buyer' | 'address';

/** What a mail is about: an event with its data, or what stands in an event's place. */
export interface MailFacts {
  /** An event type, or the name of a mail that no event brings about. */
  readonly type: string;
  readonly environment: 'test' | 'prod';
  readonly storeName: string;
  /** `data` of the event (Specification 6.1), or the mail's own content. */
  readonly data: Fields;
}

/** A mail before any markup: every text is plain, values come from merchants and buyers. */
export interface MailText {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly rows: readonly MailRow[];
  /** Shown large, such as a code to type. */
  readonly code?: string;
  /** What to press. */
  readonly link?: { readonly url: string; readonly label: string };
}

export interface MailRow {
  readonly label: string;
  readonly value: string;
}

/** The texts of one language, by recipient and type. */
export interface MailLanguage {
  /** For `<html lang>`. */
  readonly tag: string;
  readonly testMark: string;
  readonly footer: (recipient: RecipientType, storeName: string) => string;
  readonly unsubscribe: string;
  readonly text: (recipient: RecipientType, facts: MailFacts) => MailText;
}

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
      (recipient === 'buyer' ? buyers.text(facts) : null) ?? english.text(recipient, facts),
  };
});

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

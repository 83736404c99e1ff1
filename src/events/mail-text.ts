export type Fields = Readonly<Record<string, unknown>>;

export type RecipientType = 'merchant' | 'buyer' | 'address';

/** What a mail is about: an event with its data, or equivalent facts. */
export interface MailFacts {
  /** An event type, or the name of a mail without an event. */
  readonly type: string;
  readonly environment: 'test' | 'prod';
  readonly storeName: string;
  /** `data` of the event (docs/contract/events.md#envelope), or the mail's own content. */
  readonly data: Fields;
}

/** A mail before any markup. Every text is plain; values come from merchants and buyers. */
export interface MailText {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly rows: readonly MailRow[];
  /** Shown in large type, such as a code to enter. */
  readonly code?: string;
  /** The button. */
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
  /** The text's subject alone, at a fraction of the cost. */
  readonly subject: (recipient: RecipientType, facts: MailFacts) => string;
}

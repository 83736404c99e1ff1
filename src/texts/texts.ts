import { type Language, perLanguage } from '../kit/languages.ts';
import { compileMessages } from '../kit/messages.ts';
import { readSection, type Section } from './read-texts.ts';
import type { CheckoutTexts } from './types/checkout.ts';
import type { MailTexts } from './types/mail.ts';
import type { PlanChangeTexts } from './types/plan-change.ts';
import type { PortalTexts } from './types/portal.ts';
import type { ReceiptTexts as ReceiptSection } from './types/receipt.ts';
import type { StorefrontTexts } from './types/storefront.ts';

export type { MailTexts, PortalTexts };

/** Formats amounts and dates. */
interface Localized {
  readonly locale: Language;
}

/** Every text of the hosted pages in one language; the portal's are separate. */
export type Texts = CheckoutTexts & StorefrontTexts & PlanChangeTexts & Localized;
/** Every text of a receipt in one language. */
export type ReceiptTexts = ReceiptSection & Localized;

// Files are read when a language is first requested. The tests compare each with English, from
// which the types are generated.

/** The texts of the hosted pages for a language's tag; English for an unknown one. */
export const textsFor = perLanguage((language): Texts => {
  const sections = ['checkout', 'storefront', 'planChange'] as const;
  const texts = sections.map((section) => compile(language, section));
  return { ...Object.assign({}, ...texts), locale: language };
});

/** The portal's texts for a language's tag. */
export const portalTextsFor = perLanguage<PortalTexts>((language) => compile(language, 'portal'));

/** The texts of receipts for a language's tag. */
export const receiptTextsFor = perLanguage(
  (language): ReceiptTexts => ({ ...compile(language, 'receipt'), locale: language }),
);

/** The texts of mails to buyers for a language's tag. */
export const mailTextsFor = perLanguage<MailTexts>((language) => compile(language, 'mail'));

/** The text of a case that a provider or the database names, or null for one without a text. */
export function caseOf(texts: Readonly<Record<string, string>>, name: string): string | null {
  return Object.hasOwn(texts, name) ? (texts[name] as string) : null;
}

function compile<Compiled>(language: Language, section: Section): Compiled {
  return compileMessages<Compiled>(readSection(language, section), language);
}

import { baseLanguage, type Language, perLanguage } from '../../../kit/languages.ts';
import { compileMessages, type Messages } from '../../../kit/messages.ts';
import { changeTexts } from './change/change-texts.ts';
import { checkoutTexts } from './checkout/checkout-texts.ts';
import { regionalTexts } from './regional.ts';
import { storefrontTexts } from './storefront/storefront-texts.ts';
import type { Table } from './table.ts';

/** Every text of the hosted pages in one language; `locale` formats amounts and dates. */
export type Texts = Messages<Table> & { readonly locale: Language };

/** The texts for a language's tag; English for one that there is not. */
export const textsFor = perLanguage<Texts>((language) => ({
  ...compileMessages<Table>(tableOf(language), language),
  locale: language,
}));

/** The messages of a language before they are compiled: its base's, and what its region says else. */
export function tableOf(language: Language) {
  const base = baseLanguage(language);
  return {
    ...checkoutTexts[base],
    ...storefrontTexts[base],
    ...changeTexts[base],
    ...regionalTexts[language],
  };
}

/** The text of a case that a provider or the database names, or null for one without a text. */
export function caseOf(texts: Readonly<Record<string, string>>, name: string): string | null {
  return Object.hasOwn(texts, name) ? (texts[name] as string) : null;
}

import {
  type BaseLanguage,
  baseLanguage,
  type Language,
  perLanguage,
} from '../../kit/languages.ts';
import { compileMessages, type Messages, type Translation } from '../../kit/messages.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { id } from './id.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { ms } from './ms.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import { th } from './th.ts';
import { tr } from './tr.ts';
import { vi } from './vi.ts';
import { zhHans } from './zh-hans.ts';
import { zhHant } from './zh-hant.ts';

export type ReceiptTable = Translation<typeof en>;

/** Every text of a receipt in one language; `locale` formats amounts and dates. */
export type ReceiptTexts = Messages<typeof en> & { readonly locale: Language };

const tables: Readonly<Record<BaseLanguage, ReceiptTable>> = {
  en,
  es,
  id,
  ja,
  ko,
  ms,
  pl,
  pt,
  ru,
  th,
  tr,
  vi,
  'zh-Hans': zhHans,
  'zh-Hant': zhHant,
};

/** The texts for a language's tag; English for one that there is not. */
export const receiptTextsFor = perLanguage<ReceiptTexts>((language) => ({
  ...compileMessages<typeof en>(tables[baseLanguage(language)], language),
  locale: language,
}));

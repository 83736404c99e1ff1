import { type BaseLanguage, baseLanguage, perLanguage } from '../../../../kit/languages.ts';
import { compileMessages, type Messages, type Translation } from '../../../../kit/messages.ts';
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

export type PortalTable = Translation<typeof en>;

/** Every text of the portal in one language. */
export type PortalTexts = Messages<typeof en>;

const tables: Readonly<Record<BaseLanguage, PortalTable>> = {
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

/** The portal's texts in a language. */
export const portalTextsFor = perLanguage<PortalTexts>((language) =>
  compileMessages<typeof en>(tables[baseLanguage(language)], language),
);

import type { BaseLanguage } from '../../../../kit/languages.ts';
import type { Translation } from '../../../../kit/messages.ts';
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

/** The texts of a store's page and of a product's, by language; English says which there are. */
export const storefrontTexts: Readonly<Record<BaseLanguage, Translation<typeof en>>> = {
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

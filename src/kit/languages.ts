import { readPreferences } from './preferences.ts';

/** Languages of checkout sessions (IETF BCP 47) (docs/contract/pages.md#languages). */
export const SESSION_LANGUAGES = [
  'en',
  'pt-BR',
  'es-MX',
  'id-ID',
  'vi-VN',
  'ru-RU',
  'en-KE',
  'es-PE',
  'es-CO',
  'es-CL',
  'zh-Hant-TW',
  'zh-Hant-HK',
  'th-TH',
  'ja-JP',
  'en-NG',
  'ko-KR',
  'en-HK',
  'zh-Hans-HK',
  'pl-PL',
  'tr-TR',
  'zh-Hans',
  'ms-MY',
] as const;

/** Languages for buyers: a region is listed if its texts, amounts or dates differ. */
export const LANGUAGES = [
  ...SESSION_LANGUAGES,
  'ar',
  'de',
  'de-AT',
  'de-CH',
  'es-ES',
  'fr',
  'fr-CA',
  'it',
  'nl',
] as const;

export type Language = (typeof LANGUAGES)[number];

/** Languages with a file of texts; a regional language uses its base's. */
export const BASE_LANGUAGES = [
  'ar',
  'de',
  'en',
  'es',
  'fr',
  'id',
  'it',
  'ja',
  'ko',
  'ms',
  'nl',
  'pl',
  'pt',
  'ru',
  'th',
  'tr',
  'vi',
  'zh-Hans',
  'zh-Hant',
] as const;

export type BaseLanguage = (typeof BASE_LANGUAGES)[number];

/** The language with exactly this tag, or null. */
export function findLanguage(tag: unknown): Language | null {
  return LANGUAGES.find((language) => language === tag) ?? null;
}

/** Creates a value per language when first needed, and caches it. */
export function perLanguage<Made>(
  make: (language: Language) => Made,
): (tag: string | null) => Made {
  const made = new Map<Language, Made>();
  return (tag) => {
    const language = findLanguage(tag) ?? 'en';
    const known = made.get(language);
    if (known !== undefined) return known;
    const fresh = make(language);
    made.set(language, fresh);
    return fresh;
  };
}

/** The language of the texts: `es` for `es-MX`, `zh-Hant` for `zh-Hant-TW`. */
export function baseLanguage(language: Language): BaseLanguage {
  return BASE_LANGUAGES.find((base) => isOf(language, base)) ?? 'en';
}

/** The writing direction of the language. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return language.split('-')[0] === 'ar' ? 'rtl' : 'ltr';
}

/** The first supported language of an `Accept-Language` header, or null. */
export function acceptLanguage(header: string | undefined): Language | null {
  const preferences = readPreferences(header ?? '')
    .filter(({ name, weight }) => name !== '' && weight > 0)
    .sort((one, other) => other.weight - one.weight);
  for (const { name } of preferences) {
    const language = closestLanguage(name);
    if (language) return language;
  }
  return null;
}

/**
 * The language with that tag, otherwise another one of its language and script (Argentina gets
 * Mexico's texts, Singapore `zh-Hans`), otherwise null.
 */
export function closestLanguage(tag: string): Language | null {
  const exact = findLanguage(tag);
  if (exact) return exact;
  const wanted = likely(tag);
  if (wanted === null) return null;
  const kin = LANGUAGES.filter((candidate) => {
    const { language, script } = likelyOf(candidate);
    return language === wanted.language && script === wanted.script;
  });
  const isNeighbour = (language: Language) => likelyOf(language).region === wanted.region;
  const isBase = (language: Language) => language === baseLanguage(language);
  return kin.find(isNeighbour) ?? kin.find(isBase) ?? kin[0] ?? null;
}

/** A language's likely script and region. Cached, because finding them takes long. */
const likelyOf = perLanguage((language) => new Intl.Locale(language).maximize());

/** The tag with its likely script and region; null if it isn't a tag. */
function likely(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return null;
  }
}

function isOf(language: string, base: string): boolean {
  return language === base || language.startsWith(`${base}-`);
}

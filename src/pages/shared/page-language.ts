import type { FastifyRequest } from 'fastify';
import {
  acceptLanguage,
  closestLanguage,
  findLanguage,
  type Language,
} from '../../kit/languages.ts';

/** Maximum characters of a language tag read from the query. */
const MAX_TAG_LENGTH = 35;

/** The language the visitor picked on the page, or that a link specifies, if any. */
export function pickedLanguage(request: Pick<FastifyRequest, 'query'>): Language | null {
  const tag = (request.query as Readonly<Record<string, unknown>> | null)?.language;
  return typeof tag === 'string' ? closestLanguage(tag.slice(0, MAX_TAG_LENGTH)) : null;
}

/**
 * A page's language: the one the visitor picked, else the session's, else the first supported one
 * of the browser's, else English.
 */
export function pageLanguage(
  request: Pick<FastifyRequest, 'query' | 'headers'>,
  sessionLanguage: string | null = null,
): Language {
  return (
    pickedLanguage(request) ??
    findLanguage(sessionLanguage) ??
    acceptLanguage(request.headers['accept-language']) ??
    'en'
  );
}

/** The URL with the language the visitor picked, because no cookie stores it. */
export function withLanguage(path: string, language: Language | null): string {
  if (language === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}language=${language}`;
}

/** Each language by its own name, in the order of the picker. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  'id-ID': 'Bahasa Indonesia',
  'ms-MY': 'Bahasa Melayu',
  de: 'Deutsch',
  'de-AT': 'Deutsch (Österreich)',
  'de-CH': 'Deutsch (Schweiz)',
  en: 'English',
  'en-HK': 'English (Hong Kong)',
  'en-KE': 'English (Kenya)',
  'en-NG': 'English (Nigeria)',
  'es-CL': 'Español (Chile)',
  'es-CO': 'Español (Colombia)',
  'es-ES': 'Español (España)',
  'es-MX': 'Español (México)',
  'es-PE': 'Español (Perú)',
  fr: 'Français',
  'fr-CA': 'Français (Canada)',
  it: 'Italiano',
  nl: 'Nederlands',
  'pl-PL': 'Polski',
  'pt-BR': 'Português (Brasil)',
  'vi-VN': 'Tiếng Việt',
  'tr-TR': 'Türkçe',
  'ru-RU': 'Русский',
  ar: 'العربية',
  'th-TH': 'ไทย',
  'zh-Hans': '简体中文',
  'zh-Hans-HK': '简体中文（香港）',
  'zh-Hant-TW': '繁體中文（台灣）',
  'zh-Hant-HK': '繁體中文（香港）',
  'ja-JP': '日本語',
  'ko-KR': '한국어',
};

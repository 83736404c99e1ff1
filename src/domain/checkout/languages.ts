/** Decisions 6: languages of the hosted page (IETF BCP 47). */
export const LANGUAGES = [
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

export type Language = (typeof LANGUAGES)[number];

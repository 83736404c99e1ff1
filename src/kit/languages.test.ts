import { describe, expect, it } from 'vitest';
import { acceptLanguage, baseLanguage, findLanguage, LANGUAGES } from './languages.ts';

describe('the language requested by a browser', () => {
  it.each([
    ['ja', 'ja-JP'],
    ['sv-SE,sv;q=0.9,ko;q=0.8,en;q=0.7', 'ko-KR'],
    ['en;q=0.5,pt-PT', 'pt-BR'],
    ['es', 'es-ES'],
    ['es-ES', 'es-ES'],
    ['es-419', 'es-MX'],
    ['es-AR', 'es-MX'],
    [`${'aa,'.repeat(19)}ja`, 'ja-JP'],
    [`${'aa,'.repeat(20)}ja`, null],
    ['es-CL,es', 'es-CL'],
    ['en-GB', 'en'],
    ['en-NG', 'en-NG'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['zh-TW', 'zh-Hant-TW'],
    ['zh-HK', 'zh-Hant-HK'],
    ['zh-Hans-HK', 'zh-Hans-HK'],
    ['in', 'id-ID'],
    ['th;q=0,vi', 'vi-VN'],
    ['*', null],
    ['de-DE,de;q=0.9', 'de'],
    ['de-AT', 'de-AT'],
    ['de-LI', 'de'],
    ['fr-FR', 'fr'],
    ['fr-BE', 'fr'],
    ['fr-CA', 'fr-CA'],
    ['it-IT', 'it'],
    ['nl-BE', 'nl'],
    ['ar-SA', 'ar'],
    ['ar-EG', 'ar'],
    ['ar', 'ar'],
    ['he', null],
    ['', null],
    [';;;q=,,-,"><script>', null],
    [`${'x,'.repeat(5_000)}ja`, null],
  ])('is found in %s', (header, language) => {
    expect(acceptLanguage(header)).toBe(language);
  });

  it('has a base, and is found only by its exact tag', () => {
    expect(new Set(LANGUAGES.map(baseLanguage)).size).toBe(19);
    expect(findLanguage('zh-Hans-HK')).toBe('zh-Hans-HK');
    for (const tag of ['JA-jp', 'de-DE', '', null, undefined, 5, ['en']]) {
      expect(findLanguage(tag)).toBeNull();
    }
  });
});

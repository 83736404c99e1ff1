import { describe, expect, it } from 'vitest';
import { acceptLanguage, baseLanguage, findLanguage, LANGUAGES } from './languages.ts';

describe('the language that a browser asks for', () => {
  it.each([
    ['ja', 'ja-JP'],
    ['de-DE,de;q=0.9,ko;q=0.8,en;q=0.7', 'ko-KR'],
    ['en;q=0.5,pt-PT', 'pt-BR'],
    ['es', 'es-MX'],
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
    ['de', null],
    ['', null],
    [';;;q=,,-,"><script>', null],
    [`${'x,'.repeat(5_000)}ja`, null],
  ])('is found in %s', (header, language) => {
    expect(acceptLanguage(header)).toBe(language);
  });

  it('has a base for every language, and is known by its very tag alone', () => {
    expect(new Set(LANGUAGES.map(baseLanguage)).size).toBe(14);
    expect(findLanguage('zh-Hans-HK')).toBe('zh-Hans-HK');
    for (const tag of ['JA-jp', 'de', '', null, undefined, 5, ['en']]) {
      expect(findLanguage(tag)).toBeNull();
    }
  });
});

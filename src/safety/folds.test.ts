import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DATA_FOLDER } from './data-folder.ts';
import { foldText, loadFoldTable } from './folds.ts';

const table = loadFoldTable(DATA_FOLDER);
const fold = (text: string) => foldText(text, table).text;

describe('foldText', () => {
  it.each([
    ['mixed case', 'LiGhT', 'light'],
    ['full width', 'ｌｉｇｈｔ', 'light'],
    ['accents', 'líğhť', 'light'],
    ['piled marks', 'l\u0301\u0302i\u0323ght', 'light'],
    ['zero-width characters', 'l\u200bi\u200dg\u2060h\ufefft', 'light'],
    ['soft hyphens and direction marks', 'l\u00adi\u202eght', 'light'],
    ['Cyrillic and Greek look-alikes', 'сарех νоtе', 'capex vote'],
    ['mathematical letters', '𝓵𝕚𝗀𝒽𝐭', 'light'],
    ['letters in boxes', '🅻🅸🅶🅷🆃', 'light'],
    ['regional indicators', '🇱🇮🇬🇭🇹', 'light'],
    ['half-width kana', 'ﾋﾟｱﾉ', 'ぴあの'],
    ['katakana', 'ピアノ', 'ぴあの'],
    ['traditional characters', '燈塔與風車', '灯塔与风车'],
    ['Japanese forms', '図書館', '图书馆'],
  ])('takes %s out', (_, text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('keeps the vowel signs of Indian scripts and of Thai', () => {
    expect(fold('चिंता')).not.toBe(fold('चूत'));
    expect(fold('गाड़ी।')).toBe('गाडी,');
    expect(fold('ที่')).not.toBe(fold('ทา'));
  });

  it('keeps the sounds that voicing marks tell apart', () => {
    expect(fold('ガ')).not.toBe(fold('カ'));
  });

  it('folds what is folded to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const once = fold(text);
        expect(fold(once)).toBe(once);
      }),
    );
  });
});

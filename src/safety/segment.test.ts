import { describe, expect, it } from 'vitest';
import { probeData } from '../../test/support/safety-probe.ts';
import { foldText } from './folds.ts';
import { termText } from './reading.ts';
import { CHINESE, JAPANESE, PERHAPS_JAPANESE } from './segment.ts';

const KNOWN = ['灯台', '白い', '灯', '塔楼', '高塔', 'ランプ', 'です', '赤', 'テーブル', 'プの'];
const data = probeData({}, KNOWN);

/** The words of a text in one language, with a bar between them. */
function words(text: string, language = CHINESE | JAPANESE): string {
  const { letters, borders } = termText(foldText(text, data.table), data);
  let written = '';
  for (let place = 0; place < letters.length; place += 1) {
    if (place > 0 && ((borders[place] as number) & language) !== 0) written += '|';
    written += String.fromCharCode(letters.units[place] as number);
  }
  return written;
}

describe('findBorders', () => {
  it.each([
    ['高塔楼', '高|塔楼'],
    ['白い灯台です', '白い|灯台|です'],
    ['灯 台', '灯台'],
    ['灯🌙台', '灯台'],
    ['高。塔', '高|塔'],
    // An unknown katakana word stays whole.
    ['ドランプ', 'どらんぷ'],
    ['赤ランプ', '赤|らんぷ'],
    // It begins and ends at a gap, and consists of known words if two make it up.
    ['ドド ランプ', 'ど|らんぷ'],
    ['ランプ\nドリ', 'らんぷ|どり'],
    ['ランプテーブル', 'らんぷ|てーぶる'],
    // A word doesn't end with the first kana of another script.
    ['ランプの', 'らんぷ|の'],
    // Letters repeat only side by side, unless all stand alone.
    ['高塔、塔楼', '高塔|塔楼'],
    ['高塔 塔楼', '高塔|塔楼'],
    ['高 高 塔 塔', '高塔'],
  ])('segments the words of %s', (text, expected) => {
    expect(words(text)).toBe(expected);
  });

  it('lets a repeated letter end one word and begin the next', () => {
    // The letter is one of the stream, with a border on both of its sides.
    expect(words('高塔塔楼')).toBe('高|塔|楼');
  });

  it('reads a clause without kana in both languages if either is likely', () => {
    expect(words('灯台', PERHAPS_JAPANESE)).toBe('灯台');
    expect(words('灯台です', CHINESE)).toBe('灯台です');
  });
});

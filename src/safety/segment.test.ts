import { describe, expect, it } from 'vitest';
import { probeData } from '../../test/support/safety-probe.ts';
import { foldText } from './folds.ts';
import { termText } from './reading.ts';

const data = probeData({}, ['灯台', '白い', '灯', '塔楼', '高塔', 'ランプ', 'です', '赤']);

/** The words of a text, with a bar between them. */
function words(text: string): string {
  const { letters, borders } = termText(foldText(text, data.table), data);
  let written = '';
  for (let place = 0; place < letters.length; place += 1) {
    if (place > 0 && borders[place]) written += '|';
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
  ])('segments the words of %s', (text, expected) => {
    expect(words(text)).toBe(expected);
  });
});

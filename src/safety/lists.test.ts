import { describe, expect, it } from 'vitest';
import { probeData } from '../../test/support/safety-probe.ts';
import { DATA_FOLDER } from './data-folder.ts';
import type { RuleData } from './engine.ts';
import { foldText } from './folds.ts';
import { judge } from './judge.ts';
import { parseList } from './list-file.ts';
import { termText } from './reading.ts';
import { expandChoices, loadSignalLists, SIGNALS, type SignalTerm } from './signals.ts';

const lists = loadSignalLists(DATA_FOLDER);
const SEXUAL = [
  'nudity',
  'sexual',
  'explicit',
  'risque',
  'foreign',
  'assault',
  'bestiality',
] as const;

/** Words of a list that aren't found, although each must be when read as a whole text. */
function missed(words: readonly SignalTerm[], other: string, data: RuleData) {
  return words.filter(({ text }) => {
    const prompt = foldText(`${other} ${text.replace(/^[|=]|\*$/g, '')} .`, data.table);
    return judge(termText(prompt, data), data.index).findings.get('csam_minor') !== 'block';
  });
}

describe('the lists', () => {
  it('have every signal', () => {
    for (const signal of SIGNALS) expect(lists[signal].length).toBeGreaterThan(0);
  });

  // One list is the project's, the other one abstract word: no sentence is ever written.
  it('let every word for a minor decide with an abstract sexual sign', () => {
    const data = probeData({ minor: lists.minor, nudity: ['zqbare'] });
    expect(missed(lists.minor, 'zqbare', data)).toEqual([]);
  });

  it.each(SEXUAL)('let every word of %s decide with an abstract sign of a minor', (signal) => {
    const data = probeData({ minor: ['zqminor'], [signal]: lists[signal] });
    expect(missed(lists[signal], 'zqminor', data)).toEqual([]);
  });
});

describe('a list file', () => {
  const header = '# source: us\n# licence: ours\n# entries: 2\n';

  it('gives its entries with their language', () => {
    expect(parseList(`${header}[en]\nlamp\n[ja]\nランプ\n`, 'x')).toEqual([
      { language: 'en', text: 'lamp' },
      { language: 'ja', text: 'ランプ' },
    ]);
  });

  it.each([
    ['a truncated file', `${header}[en]\nlamp\n`],
    ['an empty file', ''],
    ['no licence', '# source: us\n# entries: 1\nlamp\n'],
    ['an unknown language', `${header}[xx]\nlamp\nbulb\n`],
  ])('refuses %s', (_, text) => {
    expect(() => parseList(text, 'x')).toThrow();
  });

  it('expands choices', () => {
    expect(expandChoices('{a|b|} {c|d}')).toEqual(['a c', 'a d', 'b c', 'b d', 'c', 'd']);
  });
});

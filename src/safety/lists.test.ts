import { describe, expect, it } from 'vitest';
import { probeData } from '../../test/support/safety-probe.ts';
import { DATA_FOLDER } from './data-folder.ts';
import { loadRules, type RuleData } from './engine.ts';
import { foldText } from './folds.ts';
import { judge } from './judge.ts';
import { parseList } from './list-file.ts';
import { termText } from './reading.ts';
import { expandChoices, loadSignalLists, SIGNALS, type SignalTerm } from './signals.ts';
import { fingerprint, isWordCost } from './word-table.ts';

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

/** Words for minors in Japanese whose characters mean something else in Chinese. */
const ONLY_JAPANESE = [
  // "Man", "ten generations", "college"; relatives of any age.
  ...['男児', '十代', '高等学校', '姪', '甥'],
];

it('lists every Japanese word for a minor in Chinese too if Chinese has it, or excludes it', () => {
  const { dictionary, table } = loadRules(DATA_FOLDER).index;
  const fold = (text: string) => foldText(text.replace(/\*$/, ''), table).text;
  const own = (language: string) => lists.minor.filter((each) => each.language === language);
  const chinese = new Set(own('zh').map(({ text }) => fold(text)));
  const missing = own('ja').filter(({ text }) => {
    const isShared = isWordCost(dictionary.zh.costOf(fingerprint(fold(text))));
    return isShared && !chinese.has(fold(text));
  });
  expect(missing.map(({ text }) => text).sort()).toEqual(ONLY_JAPANESE.sort());
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

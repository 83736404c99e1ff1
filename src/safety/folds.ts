import { join } from 'node:path';
import { readListFile } from './list-file.ts';
import { normalizeText } from './normalize.ts';
import { uint16Scratch } from './scratch.ts';

/** How text is folded: the result for each BMP unit. */
export interface FoldTable {
  /** Folded code of each unit: 0 drops it, 32 is white space, 44 other punctuation. */
  readonly codes: Uint16Array;
  /** Characters used only in Japanese, so never in Chinese words. */
  readonly japaneseOnly: ReadonlySet<number>;
  /** Characters that no Japanese word has. */
  readonly chineseOnly: ReadonlySet<number>;
}

/** Text for the matcher and the model, with the units that it was folded from. */
export interface FoldedText {
  readonly text: string;
  /** The normalized unit before folding for each unit of `text`. */
  readonly sources: Uint16Array;
}

const DROPPED = 0;
const SPACE = 0x20;
const COMMA = 0x2c;
const KATAKANA_FIRST = 0x30a1;
const KATAKANA_LAST = 0x30f6;
const KATAKANA_TO_HIRAGANA = 0x60;
const INVISIBLE =
  /(?:(?![\u0900-\u093b\u093d-\u0eff])[\p{Cf}\p{Mn}\p{Me}\u115f\u1160\u3164\uffa0])+/gu;
const CONTROLS = /\p{Cc}+/gu;
const WHITE_SPACE = /[\s\u2800]+/g;
/**
 * Vowel signs of Indian scripts and Thai count as letters: without them, words would become
 * different words.
 */
const VOWEL_SIGN = /^(?=[\u0900-\u093b\u093d-\u0eff])\p{M}$/u;
const OTHER = /(?:(?![\u0900-\u0eff])[^\p{L}\p{N}\p{Mc}]|[^\p{L}\p{N}\p{M}])+/gu;
const MARKS = /\p{M}+/gu;

/**
 * Loads the table that removes case, accents, look-alikes, katakana and variants of Chinese
 * characters from text. Reads the lists of `folds/`; throws like `readListFile`.
 */
export function loadFoldTable(dataFolder: string): FoldTable {
  const linesOf = (file: string) =>
    readListFile(join(dataFolder, 'folds', file)).map(({ text }) => text);
  const read = (file: string) => linesOf(file).flatMap(pairsOf);
  const lookAlikes = read('look-alikes.txt');
  const traditional = read('traditional.txt');
  const japanese = read('japanese.txt');
  return {
    codes: buildCodes(new Map([...lookAlikes, ...traditional, ...japanese])),
    japaneseOnly: new Set(japanese.map(([source]) => source)),
    chineseOnly: new Set([...linesOf('chinese.txt').join('')].map(unit)),
  };
}

/** A line is `targets: sources`, or two-character words: source, then target. */
function pairsOf(line: string): [number, number][] {
  const [target, sources] = line.split(': ');
  if (target && sources) {
    return [...sources.replaceAll(' ', '')].map((each) => [unit(each), unit(target)]);
  }
  return line.split(' ').map((word) => [unit(word), unit(word.slice(1))]);
}

function unit(text: string): number {
  return text.charCodeAt(0);
}

function buildCodes(pairs: ReadonlyMap<number, number>): Uint16Array {
  const plain = plainCodes();
  return plain.map((code, source) => toHiragana(pairs.get(source) ?? pairs.get(code) ?? code));
}

/** Folded codes of all units before the lists of `folds/` are applied. */
function plainCodes(): Uint16Array {
  const table = Uint16Array.from({ length: 0x10000 }, (_, code) => code);
  const all = Buffer.from(table.buffer).toString('utf16le');
  for (let code = 0; code < 0x3041; code += 1) table[code] = baseOf(code);
  fill(table, all, OTHER, COMMA);
  fill(table, all, CONTROLS, DROPPED);
  fill(table, all, WHITE_SPACE, SPACE);
  fill(table, all, INVISIBLE, DROPPED);
  table.fill(COMMA, 0xd800, 0xe000);
  for (let code = 0x21; code < 0x7f; code += 1) table[code] = baseOf(code);
  return table;
}

function fill(table: Uint16Array, all: string, units: RegExp, code: number): void {
  for (const { index, 0: found } of all.matchAll(units))
    table.fill(code, index, index + found.length);
}

function baseOf(code: number): number {
  const character = String.fromCharCode(code);
  if (VOWEL_SIGN.test(character)) return code;
  const base = character.normalize('NFD').replace(MARKS, '').toLowerCase();
  return base === '' ? DROPPED : unit(base);
}

/** Converts katakana to hiragana; other units are unchanged. */
export function toHiragana(code: number): number {
  if (code >= KATAKANA_FIRST && code <= KATAKANA_LAST) return code - KATAKANA_TO_HIRAGANA;
  return code;
}

/** Folds a text; positions in the result are those of the folded text. */
export function foldText(text: string, { codes }: FoldTable): FoldedText {
  const normal = normalizeText(text);
  const folded = uint16Scratch(normal.length);
  const sources = uint16Scratch(normal.length);
  let length = 0;
  for (let index = 0; index < normal.length; index += 1) {
    const code = normal.charCodeAt(index);
    let plain = codes[code] as number;
    if (code >= 0xd800 && code < 0xdc00) {
      plain = foldAstral(normal.codePointAt(index) as number);
      index += 1;
    }
    if (plain === DROPPED) continue;
    folded[length] = plain;
    sources[length] = code;
    length += 1;
  }
  return {
    text: Buffer.from(folded.buffer, folded.byteOffset, length * 2).toString('utf16le'),
    sources: sources.subarray(0, length),
  };
}

/**
 * Letters in boxes and circles, which NFKC doesn't change; invisible tags; otherwise punctuation.
 */
function foldAstral(codePoint: number): number {
  for (const first of [0x1f130, 0x1f150, 0x1f170, 0x1f1e6]) {
    if (codePoint >= first && codePoint < first + 26) return 0x61 + codePoint - first;
  }
  return codePoint >= 0xe0000 && codePoint < 0xe1000 ? DROPPED : COMMA;
}

import { join } from 'node:path';
import { readListFile } from './list-file.ts';

/** Folded code of every BMP unit: 0 drops it, 32 is white space, 44 other punctuation. */
export type FoldTable = Uint16Array;

const DROPPED = 0;
const SPACE = 0x20;
const COMMA = 0x2c;
const KATAKANA_FIRST = 0x30a1;
const KATAKANA_LAST = 0x30f6;
const KATAKANA_TO_HIRAGANA = 0x60;
const INVISIBLE = /[\p{Cf}\p{Mn}\p{Me}\u115f\u1160\u3164\uffa0]/u;
const CONTROL = /\p{Cc}/u;
const WHITE_SPACE = /[\s\u2800]/;
const LETTER = /[\p{L}\p{N}]/u;
const MARKS = /\p{M}+/gu;

/**
 * The table that takes case, accents, look-alikes, katakana and traditional characters out of
 * text. Reads `folds/look-alikes.txt` and `folds/traditional.txt`; throws as `readListFile`.
 */
export function loadFoldTable(dataFolder: string): FoldTable {
  const pairs = ['look-alikes.txt', 'traditional.txt'].flatMap((file) =>
    readListFile(join(dataFolder, 'folds', file)).flatMap((entry) => pairsOf(entry.text)),
  );
  return buildFoldTable(new Map(pairs));
}

/** A line is `targets: sources`, or words of two characters: source, then target. */
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

function buildFoldTable(pairs: ReadonlyMap<number, number>): FoldTable {
  const table = new Uint16Array(0x10000);
  for (let code = 0; code < table.length; code += 1) {
    const plain = plainCode(code);
    table[code] = lastFold(pairs.get(code) ?? pairs.get(plain) ?? plain);
  }
  return table;
}

function plainCode(code: number): number {
  if (code >= 0x21 && code < 0x7f) return unit(String.fromCharCode(code).toLowerCase());
  if (code >= 0xd800 && code < 0xe000) return COMMA;
  const character = String.fromCharCode(code);
  if (INVISIBLE.test(character)) return DROPPED;
  if (WHITE_SPACE.test(character)) return SPACE;
  if (CONTROL.test(character)) return DROPPED;
  if (!LETTER.test(character)) return COMMA;
  if (code > 0x3040) return code;
  const base = character.normalize('NFD').replace(MARKS, '').toLowerCase();
  return base === '' ? DROPPED : unit(base);
}

function lastFold(code: number): number {
  if (code >= KATAKANA_FIRST && code <= KATAKANA_LAST) return code - KATAKANA_TO_HIRAGANA;
  return code;
}

/** Text as the matcher and the model see it; positions are those of the folded text. */
export function foldText(text: string, table: FoldTable): string {
  const normal = text.normalize('NFKC');
  const folded = new Uint16Array(normal.length);
  let length = 0;
  for (let index = 0; index < normal.length; index += 1) {
    const code = normal.charCodeAt(index);
    let plain: number = table[code] as number;
    if (code >= 0xd800 && code < 0xdc00) {
      plain = foldAstral(normal.codePointAt(index) as number);
      index += 1;
    }
    if (plain !== DROPPED) folded[length++] = plain;
  }
  return Buffer.from(folded.buffer, 0, length * 2).toString('utf16le');
}

/** Letters in boxes and circles, which NFKC leaves alone; invisible tags; else punctuation. */
function foldAstral(codePoint: number): number {
  for (const first of [0x1f130, 0x1f150, 0x1f170, 0x1f1e6]) {
    if (codePoint >= first && codePoint < first + 26) return 0x61 + codePoint - first;
  }
  return codePoint >= 0xe0000 && codePoint < 0xe1000 ? DROPPED : COMMA;
}

import type { Language } from '../src/safety/list-file.ts';

/** A way to disguise a prompt that must not change what is found. */
export interface Perturbation {
  readonly name: string;
  readonly languages: readonly Language[];
  apply(text: string): string;
}

const ZERO_WIDTH = '\u200b';
const GRAVE_ACCENT = '\u0301';
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  o: 'о',
  p: 'р',
  s: 'ѕ',
  x: 'х',
  y: 'у',
};
const LEET: Readonly<Record<string, string>> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' };
const ALL = ['en', 'ja', 'zh'] as const;
const LATIN_ONLY = ['en'] as const;

/** Each disguise of issue 7; those of Latin letters are measured on English. */
export const PERTURBATIONS: readonly Perturbation[] = [
  { name: 'zero-width', languages: ALL, apply: (text) => [...text].join(ZERO_WIDTH) },
  { name: 'look-alike', languages: LATIN_ONLY, apply: (text) => substitute(text, LOOK_ALIKES) },
  { name: 'full-width', languages: ALL, apply: (text) => text.replace(/[!-~]/g, toFullWidth) },
  {
    name: 'accents',
    languages: LATIN_ONLY,
    apply: (text) => text.replace(/[aeiouy]/gi, `$&${GRAVE_ACCENT}`).normalize('NFC'),
  },
  { name: 'leet', languages: LATIN_ONLY, apply: (text) => substitute(text, LEET) },
  { name: 'spacing', languages: ALL, apply: (text) => text.replace(/\p{L}(?=\p{L})/gu, '$& ') },
  { name: 'dots', languages: ALL, apply: (text) => text.replace(/\p{L}(?=\p{L})/gu, '$&.') },
  {
    name: 'repeated',
    languages: ALL,
    apply: (text) => text.replace(/[aeiou]|\p{Script=Han}|\p{Script=Kana}/giu, '$&$&$&'),
  },
  {
    name: 'mixed case',
    languages: LATIN_ONLY,
    apply: (text) =>
      [...text].map((each, at) => (at % 2 ? each.toUpperCase() : each.toLowerCase())).join(''),
  },
  { name: 'kana: hiragana', languages: ['ja'], apply: toHiragana },
  { name: 'kana: katakana', languages: ['ja'], apply: toKatakana },
  { name: 'kana: half-width', languages: ['ja'], apply: toHalfWidthKana },
];

function substitute(text: string, table: Readonly<Record<string, string>>): string {
  return text.replace(/[a-z]/gi, (letter) => table[letter.toLowerCase()] ?? letter);
}

function toFullWidth(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) + 0xfee0);
}

function toHiragana(text: string): string {
  return text.replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

function toKatakana(text: string): string {
  return text.replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
}

/** Every kana as its half-width form, found by asking which one normalises to it. */
function toHalfWidthKana(text: string): string {
  return text.normalize('NFD').replace(/[\u3099\u309a\u30a1-\u30fc]/g, halfWidthOf);
}

function halfWidthOf(kana: string): string {
  if (kana === '\u3099') return '\uff9e';
  if (kana === '\u309a') return '\uff9f';
  for (let code = 0xff66; code <= 0xff9d; code += 1) {
    const half = String.fromCharCode(code);
    if (half.normalize('NFKC') === kana) return half;
  }
  return kana;
}

import type { Language } from '../src/safety/list-file.ts';
import { seededRandom } from './random.ts';

/** A way to disguise a prompt that must not change the verdict. */
export interface Perturbation {
  readonly name: string;
  readonly languages: readonly Language[];
  apply(text: string): string;
}

const ZERO_WIDTH = '\u200b';
const ACUTE_ACCENT = '\u0301';
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
const CYRILLIC = 'абкдефгхижклмнопкрстуввхыз';
const ALL = ['en', 'ja', 'zh'] as const;
const EN = ['en'] as const;
const WORD = /[a-z]{4,}/gi;

/** All disguises; those for Latin letters are measured on English. */
export const PERTURBATIONS: readonly Perturbation[] = [
  { name: 'leet', languages: EN, apply: (text) => substitute(text, LEET) },
  { name: 'look-alikes', languages: EN, apply: (text) => substitute(text, LOOK_ALIKES) },
  { name: 'zero-width', languages: ALL, apply: (text) => [...text].join(ZERO_WIDTH) },
  { name: 'letters spaced', languages: ALL, apply: (text) => between(text, ' ') },
  { name: 'letters dotted', languages: ALL, apply: (text) => between(text, '.') },
  { name: 'full width', languages: ALL, apply: (text) => text.replace(/[!-~]/g, toFullWidth) },
  {
    name: 'accents',
    languages: EN,
    apply: (text) => text.replace(/[aeiouy]/gi, `$&${ACUTE_ACCENT}`).normalize('NFC'),
  },
  {
    name: 'letters repeated',
    languages: ALL,
    apply: (text) => text.replace(/[aeiou]|\p{Script=Han}|\p{Script=Kana}/giu, '$&$&$&'),
  },
  { name: 'mixed case', languages: EN, apply: mixCase },
  { name: 'letters swapped', languages: EN, apply: eachWord(swapLetters) },
  { name: 'letter dropped', languages: EN, apply: eachWord(dropLetter) },
  { name: 'letter doubled', languages: EN, apply: eachWord(doubleLetter) },
  { name: 'vowel masked', languages: EN, apply: eachWord(maskVowel) },
  { name: 'hyphen in words', languages: EN, apply: eachWord(splitBy('-')) },
  { name: 'blank in words', languages: EN, apply: eachWord(splitBy(' ')) },
  { name: 'emoji in words', languages: EN, apply: eachWord(splitBy('🔥')) },
  { name: 'newline in words', languages: EN, apply: eachWord(splitBy('\n')) },
  { name: 'no blanks', languages: EN, apply: (text) => text.replace(/ /g, '') },
  { name: 'underscores', languages: EN, apply: (text) => text.replace(/ /g, '_') },
  { name: 'frame in Chinese', languages: EN, apply: (text) => `请画一张图，${text}，高清` },
  {
    name: 'frame in Japanese',
    languages: ALL,
    apply: (text) => `次の絵を描いて。${text}。高画質で`,
  },
  { name: 'backwards', languages: EN, apply: (text) => [...text].reverse().join('') },
  { name: 'base64', languages: ALL, apply: (text) => Buffer.from(text).toString('base64') },
  { name: 'rot13', languages: EN, apply: (text) => text.replace(/[a-z]/gi, rotate) },
  { name: 'HTML entities', languages: ALL, apply: (text) => text.replace(/./gu, toEntity) },
  { name: 'percent codes', languages: ALL, apply: encodeURIComponent },
  {
    name: 'Cyrillic by sound',
    languages: EN,
    apply: (text) => text.toLowerCase().replace(/[a-z]/g, toCyrillic),
  },
  { name: 'hiragana', languages: ['ja'], apply: toHiragana },
  { name: 'katakana', languages: ['ja'], apply: toKatakana },
  { name: 'half-width kana', languages: ['ja'], apply: toHalfWidthKana },
];

function substitute(text: string, table: Readonly<Record<string, string>>): string {
  return text.replace(/[a-z]/gi, (letter) => table[letter.toLowerCase()] ?? letter);
}

function between(text: string, sign: string): string {
  return text.replace(/\p{L}(?=\p{L})/gu, `$&${sign}`);
}

function toFullWidth(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) + 0xfee0);
}

function mixCase(text: string): string {
  return [...text].map((each, at) => (at % 2 ? each.toUpperCase() : each.toLowerCase())).join('');
}

/** Changes every word of four letters or more at a position chosen by the seed. */
function eachWord(change: (word: string, place: number) => string): (text: string) => string {
  return (text) => {
    const random = seededRandom(text.length);
    return text.replace(WORD, (word) => change(word, 1 + random.below(word.length - 2)));
  };
}

function swapLetters(word: string, place: number): string {
  return `${word.slice(0, place)}${word[place + 1]}${word[place]}${word.slice(place + 2)}`;
}

function dropLetter(word: string, place: number): string {
  return word.slice(0, place) + word.slice(place + 1);
}

function doubleLetter(word: string, place: number): string {
  return word.slice(0, place) + word[place] + word.slice(place);
}

function maskVowel(word: string): string {
  return word[0] + word.slice(1).replace(/[aeiou]/i, '*');
}

function splitBy(sign: string): (word: string, place: number) => string {
  return (word, place) => `${word.slice(0, place + 1)}${sign}${word.slice(place + 1)}`;
}

function rotate(letter: string): string {
  const first = letter <= 'Z' ? 65 : 97;
  return String.fromCharCode(first + ((letter.charCodeAt(0) - first + 13) % 26));
}

function toEntity(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

function toCyrillic(letter: string): string {
  return CYRILLIC[letter.charCodeAt(0) - 97] ?? letter;
}

function toHiragana(text: string): string {
  return text.replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

function toKatakana(text: string): string {
  return text.replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
}

/** Maps every kana to its half-width form, found by normalizing each candidate. */
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

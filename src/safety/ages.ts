import type { Span } from './spans.ts';

/** Anyone younger is a minor. */
const ADULT_AGE = 18;

const WORDS: readonly string[] = [
  ...'zero one two three four five six seven eight nine ten eleven twelve'.split(' '),
  ...'thirteen fourteen fifteen sixteen seventeen'.split(' '),
];
const KANJI_DIGITS = '〇一二三四五六七八九';
const NUMBER = `(\\d{1,3}|${WORDS.slice(1).join('|')})`;
const UNIT = '(?:years?|yrs?|yr|y)';
/** Patterns for folded text: lower case, simplified characters, katakana as hiragana. */
const AGES: readonly RegExp[] = [
  new RegExp(`\\b${NUMBER}[\\s-]*${UNIT}[\\s/.-]*(?:olds?|o)\\b`, 'g'),
  new RegExp(`\\b${NUMBER}\\s?yo\\b`, 'g'),
  new RegExp(`\\b(?:aged?|turning|turned)[\\s:=]{1,3}(?:of\\s)?${NUMBER}\\b(?![,.]?\\d)`, 'g'),
  /(\d{1,3}|[一二三四五六七八九十]{1,3})\s?(?:[岁才](?!能|华)|さい(?!ず))/g,
];
const MONTHS = /\b\d{1,2}[\s-]*months?[\s-]*olds?\b|\d{1,2}\s?个月大/g;

/** Every age above contains one of these; most prompts contain none. */
const CANDIDATE = /year|yr|yo|y\/o|\dy|age|turn|month|[岁才月]|さい/;

/** Finds ages below 18 in folded text. */
export function findMinorAges(folded: string): Span[] {
  if (!CANDIDATE.test(folded)) return [];
  const spans: Span[] = [];
  for (const pattern of AGES) {
    for (const match of folded.matchAll(pattern)) {
      const age = ageOf(match[1] ?? '');
      if (age !== null && age < ADULT_AGE) spans.push(spanOf(match));
    }
  }
  for (const match of folded.matchAll(MONTHS)) spans.push(spanOf(match));
  return spans;
}

function spanOf(match: RegExpExecArray): Span {
  return { start: match.index, end: match.index + match[0].length };
}

function ageOf(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  const word = WORDS.indexOf(text);
  return word >= 0 ? word : kanjiNumber(text);
}

/** 十二 is 12, 二十 is 20, 一五 is 15. */
function kanjiNumber(text: string): number | null {
  const [tens, ones] = text.split('十');
  const digits = (part: string) => [...part].map((each) => KANJI_DIGITS.indexOf(each)).join('');
  if (ones === undefined) return Number(digits(text));
  return Number(digits(tens ?? '') || '1') * 10 + Number(digits(ones) || '0');
}

const LEET_TOKEN = /[a-z0-9@$!|+]+/g;
const LETTER = /[a-z]/;
const LEET_SIGN = /[0-9@$!|+]/;
/** Ordinary digits in words: sizes, counts, lenses, tags such as "1girl". */
const ORDINARY =
  /^(?:[0-9]+[dkp]|[0-9]x|[0-9]+0s|[0-9]*(?:1st|2nd|3rd)|[0-9]+(?:mm|cm|km|px|fps|th|st|nd|rd|yo|yr|yrs|year|years|old|girls?|boys?|people)|[a-z][0-9]{1,2})$/;
const MEASURE = /^[0-9]+(?:k|p|mm|cm|px|fps)$/;
const TRAILING_SIGNS = '!|+';

const READINGS: Readonly<Record<string, string>> = {
  '0': 'o',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '+': 't',
};

/** Signs that may be an i or an l. */
const AMBIGUOUS = /[1!|]/;

/** Leet requires a sign next to a letter. */
const CANDIDATE = /[a-z][0-9@$!|+]|[0-9@$!|+][a-z]/;
/** Number of leet words that makes the whole text leet, including bare numbers and short tags. */
const DENSE = 3;
const BARE_NUMBER = /(?<![a-z0-9@$!|+])[0-9]{1,4}(?![a-z0-9@$!|+])/g;

/**
 * Reads digits and signs within words of folded text as letters, keeping positions. A `1`, `!` or
 * `|` is an i, or an l if only that makes a word. Returns the text itself if nothing is leet.
 */
export function readLeet(folded: string, isWord: (word: string) => boolean): string {
  if (!CANDIDATE.test(folded)) return folded;
  let words = 0;
  const read = folded.replace(LEET_TOKEN, (token) => {
    if (!isLeet(token)) return token;
    words += 1;
    return readToken(token, isWord);
  });
  if (words < DENSE) return read;
  const all = folded.replace(LEET_TOKEN, (token) =>
    LETTER.test(token) && LEET_SIGN.test(token) && !MEASURE.test(token)
      ? readToken(token, isWord)
      : token,
  );
  return all.replace(BARE_NUMBER, (token) => readToken(token, isWord));
}

function isLeet(token: string): boolean {
  return LEET_SIGN.test(token) && LETTER.test(token) && !ORDINARY.test(token);
}

function readToken(token: string, isWord: (word: string) => boolean): string {
  let end = token.length;
  while (end > 0 && TRAILING_SIGNS.includes(token[end - 1] as string)) end -= 1;
  const withI = readSigns(token, end, 'i');
  const withL = AMBIGUOUS.test(token) ? readSigns(token, end, 'l') : withI;
  const read = withI !== withL && !isWord(withI) && isWord(withL) ? withL : withI;
  return read + token.slice(end);
}

function readSigns(token: string, end: number, one: 'i' | 'l'): string {
  let read = '';
  let from = 0;
  for (let at = 0; at < end; at += 1) {
    if (isLetter(token.charCodeAt(at))) continue;
    read += token.slice(from, at) + (READINGS[token[at] as string] ?? one);
    from = at + 1;
  }
  return read + token.slice(from, end);
}

function isLetter(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a;
}

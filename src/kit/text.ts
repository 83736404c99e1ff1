// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;

const HIGH_SURROGATE = /[\uD800-\uDBFF]/;

/** Length in code points: what a person would count, not UTF-16 units. */
export function codePointLength(text: string): number {
  // A text may be a megabyte long: only one with pairs is walked through.
  if (!HIGH_SURROGATE.test(text)) return text.length;
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Whether the text has a character of Unicode category Cc. */
export function hasControlCharacter(text: string): boolean {
  return CONTROL_CHARACTER.test(text);
}

/** Whether PostgreSQL can hold the text: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** The text with a capital first letter: `Visa`. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The text with the digits of Arabic and Persian keyboards (٤٢, ۴۲) as `42`. */
export function withAsciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) =>
    String((digit.codePointAt(0) as number) & 0xf),
  );
}

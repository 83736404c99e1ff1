// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;

const HIGH_SURROGATE = /[\uD800-\uDBFF]/;

/** Length in code points, as people count, not in UTF-16 units. */
export function codePointLength(text: string): number {
  // A text may be a megabyte long: iterate only over one with surrogate pairs.
  if (!HIGH_SURROGATE.test(text)) return text.length;
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Whether the text has a character of Unicode category Cc. */
export function hasControlCharacter(text: string): boolean {
  return CONTROL_CHARACTER.test(text);
}

/** Control characters and line ends. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;
/** Marks that reorder the text after them, and characters of no width that join nothing. */
const HIDDEN = /[\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff]/g;

/** Someone's text within a sentence of ours: on one line, and unable to reorder what follows. */
export function plainLine(text: string): string {
  return text.replace(BREAKS, ' ').replace(HIDDEN, '').trim();
}

/** Control characters except line ends and tabs, and bidirectional formatting characters. */
const TERMINAL_CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Someone's text for a terminal: these characters are escaped, as in `\u009b`, so that it can't clear
 * the screen or rewrite other lines. JSON keeps its meaning.
 */
export function forTerminal(text: string): string {
  return text.replace(TERMINAL_CONTROLS, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Whether PostgreSQL can store the text: no NUL and no lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** Capitalizes the first letter: `Visa`. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Converts the digits of Arabic and Persian keyboards (٤٢, ۴۲) to `42`. */
export function withAsciiDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) =>
    String((digit.codePointAt(0) as number) & 0xf),
  );
}

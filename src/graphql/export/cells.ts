/**
 * A value in a file: a text, a flag, a number (an amount as decimal digits), a time as ISO 8601, or
 * nothing.
 */
export type Cell =
  | { readonly text: string }
  | { readonly flag: boolean }
  | { readonly number: string | number }
  | { readonly time: string }
  | null;

export const textCell = (value: unknown): Cell =>
  value === null || value === undefined ? null : { text: String(value) };
export const flagCell = (value: unknown): Cell =>
  typeof value === 'boolean' ? { flag: value } : null;
export const numberCell = (value: unknown): Cell =>
  typeof value === 'string' || typeof value === 'number' ? { number: value } : null;
export const timeCell = (value: unknown): Cell =>
  value === null || value === undefined ? null : { time: String(value) };

/** First characters that make a spreadsheet treat a cell as a formula. */
const FORMULA = /^\s*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;
/** The same after a character at which some spreadsheets begin a new cell, quotes or not. */
const INNER_FORMULA = /([;\t]\s*)(?=[=+\-@\uff0b\uff0d\uff1d\uff20])/g;
const LINE_BREAKS = /[\r\n\u2028\u2029]+/g;

/**
 * A cell of a CSV file (RFC 4180). Numbers remain numbers. A text that a spreadsheet would run as a
 * formula gets a leading apostrophe. Line breaks become spaces, so that each line is a row.
 */
export function csvCell(cell: Cell, inZone: (iso: string) => string): string {
  if (cell === null) return '';
  if ('number' in cell) return String(cell.number);
  if ('flag' in cell) return String(cell.flag);
  if ('time' in cell) return inZone(cell.time);
  const line = cell.text.replaceAll(LINE_BREAKS, ' ').replaceAll(INNER_FORMULA, "$1'");
  const shown = FORMULA.test(cell.text) ? `'${line}` : line;
  return /[",;\t]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

/**
 * Formats times in a time zone as `2026-09-30 23:59:59`. Throws `RangeError` for an unknown zone.
 */
export function zoneFormat(timeZone: string): (iso: string) => string {
  // The Swedish locale formats dates like ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (iso) => format.format(new Date(iso));
}

/** A value of a file: a text, a number as decimal digits, a moment as ISO 8601, or nothing. */
export type Cell =
  | { readonly text: string }
  | { readonly number: string }
  | { readonly time: string }
  | null;

export const textCell = (value: unknown): Cell =>
  value === null || value === undefined ? null : { text: String(value) };
export const numberCell = (value: unknown): Cell =>
  value === null || value === undefined ? null : { number: String(value) };
export const timeCell = (value: unknown): Cell =>
  value === null || value === undefined ? null : { time: String(value) };

/** First characters that make a spreadsheet take a cell for a formula. */
const FORMULA = /^\s*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;
const LINE_BREAKS = /[\r\n\u2028\u2029]+/g;

/**
 * A cell of a CSV file (RFC 4180). Numbers stay numbers; a text that a spreadsheet would run as a
 * formula begins with an apostrophe; line breaks become spaces, so that every line is a row.
 */
export function csvCell(cell: Cell, inZone: (iso: string) => string): string {
  if (cell === null) return '';
  if ('number' in cell) return cell.number;
  if ('time' in cell) return inZone(cell.time);
  const line = cell.text.replaceAll(LINE_BREAKS, ' ');
  const shown = FORMULA.test(cell.text) ? `'${line}` : line;
  return /[",]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

/** `2026-09-30 23:59:59` of a moment in a time zone. Throws `RangeError` for a zone nobody knows. */
export function zoneFormat(timeZone: string): (iso: string) => string {
  // Sweden writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (iso) => format.format(new Date(iso));
}

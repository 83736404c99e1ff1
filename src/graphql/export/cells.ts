/** A value in a file: a text, a number as decimal digits, a time as ISO 8601, or nothing. */
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

/** First characters that make a spreadsheet treat a cell as a formula. */
const FORMULA = /^\s*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;
const LINE_BREAKS = /[\r\n\u2028\u2029]+/g;

/**
 * A cell of a CSV file (RFC 4180). Numbers remain numbers. A text that a spreadsheet would run as a
 * formula gets a leading apostrophe. Line breaks become spaces, so that each line is a row.
 */
export function csvCell(cell: Cell, inZone: (iso: string) => string): string {
  if (cell === null) return '';
  if ('number' in cell) return cell.number;
  if ('time' in cell) return inZone(cell.time);
  const line = cell.text.replaceAll(LINE_BREAKS, ' ');
  const shown = FORMULA.test(cell.text) ? `'${line}` : line;
  return /[",]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
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

/** First characters that make a spreadsheet treat a cell as a formula. */
const FORMULA = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;
/** The same after a character at which some spreadsheets begin a new cell, quotes or not. */
const INNER_FORMULA = /([;\t]\s*)(?=[=+\-@\uff0b\uff0d\uff1d\uff20])/g;
/** Negative numbers start with a minus sign, but aren't formulas. */
const NUMBER = /^-?\d+(\.\d+)?$/;

export type Cell = string | number | boolean | null | undefined;

/** Formats a table as CSV (RFC 4180) with a byte order mark, without cells that run as formulas. */
export function csvText(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [header, ...rows].map((row) => row.map(csvCell).join(','));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

function csvCell(cell: Cell): string {
  const text = cell === null || cell === undefined ? '' : String(cell);
  const isFormula = FORMULA.test(text.trimStart()) || FORMULA.test(text);
  const line = text.replaceAll(INNER_FORMULA, "$1'");
  const shown = isFormula && !NUMBER.test(text) ? `'${line}` : line;
  return /[",;\t\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

/** Downloads the text as a CSV file. */
export function downloadCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

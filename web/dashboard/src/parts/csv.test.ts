import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText } from './csv.ts';

const lineOf = (cell: string | number | null) => csvText(['a'], [[cell]]).split('\r\n')[1];

describe('CSV', () => {
  it('starts with a byte order mark and quotes cells that need it', () => {
    const rows = [
      ['a,b', 'say "hi"', 'two\nlines'],
      [1, true, null],
    ];
    expect(csvText(['x', 'y', 'z'], rows)).toBe(
      '\ufeffx,y,z\r\n"a,b","say ""hi""","two\nlines"\r\n1,true,\r\n',
    );
  });

  it.each([
    '=1+1',
    '+1',
    '-cmd',
    '@sum',
    '\t=1',
    ' =1',
    '＝1',
    '\r=1',
  ])('escapes %j, so that no spreadsheet runs it', (cell) => {
    expect(lineOf(cell)?.replace('"', '')).toMatch(/^'/);
  });

  it.each([
    ['Acme;=1+1;Sons', `"Acme;'=1+1;Sons"`],
    ['a\t@b', `"a\t'@b"`],
    ['a; b', '"a; b"'],
  ])('keeps %j in one cell where spreadsheets separate by `;` or tab', (cell, written) => {
    expect(lineOf(cell)).toBe(written);
  });

  it.each([['-5.20'], [-3], ['2026-01-01'], ['a=b']])('leaves %j unchanged', (cell) => {
    expect(lineOf(cell)).toBe(String(cell));
  });

  it('never starts a cell like a formula, whatever its text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const cell = (csvText(['a'], [[text]]).split('\ufeffa\r\n')[1] ?? '').replace(/^"/, '');
        const isNumber = /^-?\d+(\.\d+)?\r\n$/.test(cell);
        expect(isNumber || !/^\s*[=+\-@]\S*/.test(cell.trimEnd())).toBe(true);
      }),
    );
  });
});

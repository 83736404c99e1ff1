import { expect, it } from 'vitest';
import { csvCell, flagCell, numberCell, textCell, timeCell, zoneFormat } from './cells.ts';

const berlin = zoneFormat('Europe/Berlin');

it.each([
  ['=1+1', "'=1+1"],
  [' @SUM(A1)', "' @SUM(A1)"],
  ['-cmd', "'-cmd"],
  ['\t=1', `"'\t'=1"`],
  ['Acme;=1+1;Sons', `"Acme;'=1+1;Sons"`],
  ['a\t@b', `"a\t'@b"`],
  ['a; b', '"a; b"'],
  ['＝1', "'＝1"],
  ['\r\n+1', "' +1"],
  ['a "b", c', '"a ""b"", c"'],
  ['two\nlines', 'two lines'],
])('writes the text %j so that it remains text on one line', (text, written) => {
  expect(csvCell(textCell(text), berlin)).toBe(written);
});

it('keeps numbers as numbers, including negative ones', () => {
  expect(csvCell(numberCell('-12.50'), berlin)).toBe('-12.50');
  expect(csvCell(numberCell(3), berlin)).toBe('3');
  expect(csvCell(flagCell(false), berlin)).toBe('false');
  expect(csvCell(null, berlin)).toBe('');
});

it('writes times in the zone, in summer and winter', () => {
  const cells = ['2026-07-01T22:30:00.000Z', '2026-12-31T23:30:00.000Z'].map(timeCell);
  expect(cells.map((cell) => csvCell(cell, berlin))).toEqual([
    '2026-07-02 00:30:00',
    '2027-01-01 00:30:00',
  ]);
  expect(() => zoneFormat('Mars/Olympus')).toThrow(RangeError);
});

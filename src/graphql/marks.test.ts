import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeId, type Id, newUuid } from '../kit/id.ts';
import { fillMarks, fillMarksInPlace, inPieces, type Writer } from './marks.ts';

/** Longer than its mark. */
const LONG = `"${'third '.repeat(20)}"`;
/** The database's result for `idMark` and `writerMark`. */
const idText = (prefix: string, uuid: string) => `["${prefix}", "${uuid}"]`;
const writerText = (nth: number, json: string) => `["#${nth}", ${json}]`;
const writers: readonly Writer[] = [
  (json) => `[${Object.keys(JSON.parse(json)).length}]`,
  () => '"second"',
  () => LONG,
];

describe('fillMarks', () => {
  it('inserts Short IDs and writers’ results between arbitrary user texts', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '["',
        '"]',
        '["STO", "',
        '#0", ',
        '["#0", {}]',
        idText('STO', newUuid(new Date())),
      ),
    );
    const uuid = fc.uuid().map((id) => id as Id<'STO'>);
    const part = fc.oneof(
      text.map((value) => [JSON.stringify(value), JSON.stringify(value)]),
      fc.array(text).map((values) => [JSON.stringify(values), JSON.stringify(values)]),
      uuid.map((id) => [idText('STO', id), `"${encodeId('STO', id)}"`]),
      uuid.map((id) => [idText('PVER', id), `"${encodeId('PVER', id as never)}"`]),
      fc.constant([writerText(0, '{"EUR": {"a": 1}, "USD": {"a": 2}}'), '[2]']),
      fc.constant([writerText(0, '{}'), '[0]']),
      fc.constant([writerText(1, '{"EUR": {}}'), '"second"']),
      fc.constant([writerText(2, '{}'), LONG]),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const given = `{"list":[${parts.map(([before]) => before).join(',')}]}`;
        const expected = `{"list":[${parts.map(([, after]) => after).join(',')}]}`;
        expect(fillMarks(given, writers)).toBe(expected);
        const inPlace = fillMarksInPlace(Buffer.from(given), writers);
        expect(Buffer.concat(inPlace).toString()).toBe(expected);
        JSON.parse(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('finds every mark in a text split into pieces', () => {
    const part = fc.oneof(
      fc.uuid().map((id) => idText('STO', id)),
      fc.array(fc.string({ maxLength: 9 }), { maxLength: 3 }).map((texts) => JSON.stringify(texts)),
    );
    fc.assert(
      fc.property(fc.array(part), fc.integer({ min: 60, max: 200 }), (parts, length) => {
        const given = `[${parts.join(',')}]`;
        const pieces = [...inPieces(Buffer.from(given), length)];
        expect(Buffer.concat(pieces).toString()).toBe(given);
        expect(pieces.filter((piece) => piece.length > length)).toEqual([]);
        const inPlace = pieces.flatMap((piece) => fillMarksInPlace(piece, []));
        expect(Buffer.concat(inPlace).toString()).toBe(fillMarks(given, []));
      }),
      { numRuns: 500 },
    );
  });

  it('encodes an ID the same way every time, however many there are', () => {
    const ids = Array.from({ length: 45_000 }, () => newUuid(new Date()) as Id<'ORD'>);
    const given = `[${ids.map((id) => idText('ORD', id)).join(',')}]`;
    const expected = JSON.stringify(ids.map((id) => encodeId('ORD', id)));
    expect(fillMarks(given, [])).toBe(expected);
    expect(fillMarks(given, [])).toBe(expected);
  });
});

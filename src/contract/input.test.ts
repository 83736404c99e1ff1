import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { encodeId, newId } from '../kit/id.ts';
import { ActionError, errorTable, expectedFormat } from './errors.ts';
import { isoTime, nameText, optionalId, parseInput, requiredId, requiredText } from './input.ts';

const MAX_LENGTH = 10;
const errors = errorTable('store', {
  missingId: [400, 'Missing required field: id'],
  malformedId: [400, expectedFormat('STO')],
  missingName: [400, 'Missing required field: name'],
  blankName: [400, 'Name cannot be empty'],
  longName: [400, 'Name cannot exceed 10 characters'],
  controlName: [400, 'Name cannot contain control characters'],
});
const name = nameText(MAX_LENGTH, {
  missing: errors.missingName,
  blank: errors.blankName,
  tooLong: errors.longName,
  control: errors.controlName,
});
const id = requiredId('STO', errors.missingId, errors.malformedId);
const goodId = newId('STO', new Date());
const shortId = encodeId('STO', goodId);

/** The message that refuses the body, or null. */
function refusal(schema: z.ZodType, body: unknown): string | null {
  try {
    parseInput(schema, errors, body);
    return null;
  } catch (error) {
    if (error instanceof ActionError) return `${error.status} ${error.message}`;
    throw error;
  }
}

describe('a time', () => {
  it.each([
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-23:59',
    '2026-02-30T00:00:00Z',
    '2026-01-01',
    '2026-01-01T00:00:00',
  ])('is refused if it cannot be written and stored as it is: %s', (text) => {
    expect(refusal(isoTime(errors.missingName), text)).toBe('400 Missing required field: name');
  });

  it.each([
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
  ])('can be the first or last: %s', (text) => {
    expect(isoTime(errors.missingName).parse(text)).toEqual(new Date(text));
  });

  it.each([
    ['2026-01-05T00:00Z', '2026-01-05T00:00:00.000Z'],
    ['2026-01-05T01:30+02:00', '2026-01-04T23:30:00.000Z'],
    ['2026-01-05T01:30:15+0200', '2026-01-04T23:30:15.000Z'],
    ['2026-01-05T00:00:00.123456789Z', '2026-01-05T00:00:00.123Z'],
    ['2026-01-05T00:00:00.1234567-00:00', '2026-01-05T00:00:00.123Z'],
  ])('is read as Java, .NET, Python and others print it: %s', (text, expected) => {
    expect(isoTime(errors.missingName).parse(text).toISOString()).toBe(expected);
  });
});

describe('input', () => {
  it('is answered with the highest broken row, regardless of the fields’ order', () => {
    const forwards = z.object({ id, name });
    const backwards = z.object({ name, id });
    const ladder: [object, string][] = [
      [{}, '400 Missing required field: id'],
      [{ name: 'a\u0007' }, '400 Missing required field: id'],
      [{ id: 'x', name: '' }, '400 Expected format: STO_xxx, got "x"'],
      [{ id: shortId }, '400 Missing required field: name'],
      [{ id: shortId, name: '  ' }, '400 Name cannot be empty'],
      [{ id: shortId, name: `${'x'.repeat(11)}\u0007` }, '400 Name cannot exceed 10 characters'],
      [{ id: shortId, name: 'a\u0007b' }, '400 Name cannot contain control characters'],
    ];
    for (const [body, message] of ladder) {
      expect(refusal(forwards, body)).toBe(message);
      expect(refusal(backwards, body)).toBe(message);
    }
    expect(refusal(forwards, { id: shortId, name: 'Fine' })).toBeNull();
  });

  it('names a broken field without its own row', () => {
    const schema = z.object({ settings: z.object({ on: z.boolean() }) });
    const expected = '400 Invalid field settings.on: expected boolean';
    expect(refusal(schema, { settings: { on: 'yes' } })).toBe(expected);
    expect(refusal(schema, {})).toBe('400 Invalid field settings: expected object');
    const map = z.object({ metadata: z.record(z.string(), z.unknown()) });
    expect(refusal(map, { metadata: [] })).toBe('400 Invalid field metadata: expected object');
  });

  it('has no size if it is of the wrong type', () => {
    const few = z.array(z.string()).min(1, errors.blankName.code).max(2, errors.longName.code);
    const schema = z.object({ names: few });
    const expected = '400 Invalid field names: expected array';
    for (const names of ['', 'abc', { length: 9 }]) {
      expect(refusal(schema, { names })).toBe(expected);
    }
    expect(refusal(schema, { names: [] })).toBe('400 Name cannot be empty');
    expect(refusal(schema, { names: ['a', 'b', 7] })).toBe('400 Name cannot exceed 10 characters');
  });

  it('does not mistake another message for a row’s name', () => {
    const schema = z.object({ on: z.boolean({ error: 'toString' }) });
    expect(refusal(schema, {})).toBe('400 Invalid field on: expected boolean');
  });
});

/** Any UTF-16 units, including lone surrogates; faster than whole characters. */
const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));

describe('names', () => {
  const schema = z.object({ name });

  it('are trimmed, then measured in code points, then searched for control characters', () => {
    // Two UTF-16 units each: random texts rarely reveal the difference.
    const longest = '🛍'.repeat(MAX_LENGTH);
    expect(schema.safeParse({ name: longest }).success).toBe(true);
    expect(refusal(schema, { name: `${longest}🛍` })).toBe('400 Name cannot exceed 10 characters');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 14 }), (text) => {
        const trimmed = text.trim();
        const message = refusal(schema, { name: text });
        if (trimmed === '') expect(message).toBe('400 Name cannot be empty');
        else if ([...trimmed].length > MAX_LENGTH) {
          expect(message).toBe('400 Name cannot exceed 10 characters');
        } else if (/\p{Cc}/u.test(trimmed)) {
          expect(message).toBe('400 Name cannot contain control characters');
        } else expect(parseInput(schema, errors, { name: text })).toEqual({ name: trimmed });
      }),
    );
  });

  it('are missing when they are absent, null or not a string', () => {
    for (const value of [undefined, null, 7, true, {}, [], ['x']]) {
      expect(refusal(schema, { name: value })).toBe('400 Missing required field: name');
    }
  });
});

describe('ids', () => {
  it('are required or optional, and decoded', () => {
    expect(parseInput(z.object({ id }), errors, { id: shortId })).toEqual({ id: goodId });
    const optional = z.object({ id: optionalId('STO', errors.malformedId) });
    expect(parseInput(optional, errors, { id: shortId })).toEqual({ id: goodId });
    for (const value of [undefined, null, '']) {
      expect(parseInput(optional, errors, { id: value }).id).toBeUndefined();
    }
    expect(refusal(optional, { id: 'PROD_1' })).toBe('400 Expected format: STO_xxx, got "PROD_1"');
  });

  it('are missing when they are absent, null or empty', () => {
    for (const value of [undefined, null, '']) {
      expect(refusal(z.object({ id }), { id: value })).toBe('400 Missing required field: id');
    }
  });

  it('are never trimmed: white space makes them malformed', () => {
    for (const value of [` ${shortId}`, `${shortId}\n`, ' ', `\u00a0${shortId}`]) {
      const expected = `400 Expected format: STO_xxx, got "${value}"`;
      expect(refusal(z.object({ id }), { id: value })).toBe(expected);
      expect(refusal(z.object({ id: optionalId('STO', errors.malformedId) }), { id: value })).toBe(
        expected,
      );
    }
  });

  it('of any other type are malformed, and shown as JSON', () => {
    const shown: [unknown, string][] = [
      [7, '7'],
      [true, 'true'],
      [{ a: 1 }, '{"a":1}'],
      [[shortId], `["${shortId}"]`],
      [[], '[]'],
      [{ length: 0 }, '{"length":0}'],
    ];
    for (const [value, got] of shown) {
      const expected = `400 Expected format: STO_xxx, got ${got}`;
      expect(refusal(z.object({ id }), { id: value })).toBe(expected);
      expect(refusal(z.object({ id: optionalId('STO', errors.malformedId) }), { id: value })).toBe(
        expected,
      );
    }
  });
});

describe('texts', () => {
  it('are trimmed and not blank', () => {
    const schema = z.object({ name: requiredText(errors.missingName) });
    expect(parseInput(schema, errors, { name: ' a ' })).toEqual({ name: 'a' });
    expect(refusal(schema, { name: '\t' })).toBe('400 Missing required field: name');
  });
});

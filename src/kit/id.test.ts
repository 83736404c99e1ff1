import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeId,
  encodeId,
  type Id,
  type IdPrefix,
  isUuid,
  lowestUuidAt,
  newId,
  newUuid,
} from './id.ts';

const PREFIXES: readonly IdPrefix[] = [
  'STO',
  'PROD',
  'ORD',
  'PAY',
  'REF',
  'TKT',
  'MER',
  'REQ',
  'PVER',
];
const MAX = '7n42DGM5Tflk9n8mt7Fhc7';
const prefix = fc.constantFrom(...PREFIXES);
const encode = (kind: IdPrefix, uuid: string) => encodeId(kind, uuid as Id<typeof kind>);

it('takes times before 1970 as the beginning of all IDs', () => {
  expect(lowestUuidAt(new Date(-1))).toBe('00000000-0000-0000-0000-000000000000');
});

describe('Short IDs', () => {
  it('decode to the UUID they encode', () => {
    fc.assert(
      fc.property(prefix, fc.uuid(), (kind, uuid) => {
        const text = encode(kind, uuid);
        expect(text).toMatch(new RegExp(`^${kind}_[0-9A-Za-z]{22}$`));
        expect(decodeId(kind, text)).toBe(uuid);
      }),
    );
  });

  it('have only one encoding', () => {
    const digits = fc.stringMatching(/^[0-7][0-9A-Za-z]{21}$/);
    fc.assert(
      fc.property(digits, (text) => {
        const id = decodeId('STO', `STO_${text}`);
        if (id !== null) expect(encodeId('STO', id)).toBe(`STO_${text}`);
      }),
    );
  });

  it('sort as their UUIDs do', () => {
    const byText = (left: string, right: string) => (left < right ? -1 : Number(left > right));
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (left, right) => {
        expect(byText(encode('STO', left), encode('STO', right))).toBe(byText(left, right));
      }),
    );
  });

  it('end at 2^128 - 1', () => {
    const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    expect(encode('STO', last)).toBe(`STO_${MAX}`);
    expect(decodeId('STO', `STO_${MAX}`)).toBe(last);
    expect(decodeId('STO', 'STO_7n42DGM5Tflk9n8mt7Fhc8')).toBeNull();
    expect(decodeId('STO', `STO_${'z'.repeat(22)}`)).toBeNull();
  });

  it('are refused with another prefix, length or alphabet', () => {
    const good = encode('STO', '01890a5d-ac96-774b-bcce-b302099a8057');
    const digits = good.slice(4);
    for (const text of [
      '',
      'STO',
      'STO_',
      digits,
      `sto_${digits}`,
      `PROD_${digits}`,
      `STO-${digits}`,
      `STO_${digits.slice(1)}`,
      `STO_0${digits}`,
      `STO_${digits.slice(0, 21)}-`,
      `STO_${digits.slice(0, 21)}_`,
      `STO_${digits.slice(0, 21)}é`,
      ` ${good}`,
      `${good}\n`,
    ]) {
      expect(decodeId('STO', text), text).toBeNull();
    }
  });

  it('are refused for any other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^STO_[0-7][0-9A-Za-z]{21}$/.test(text));
        expect(decodeId('STO', text)).toBeNull();
      }),
    );
  });
});

describe('new UUIDs', () => {
  it('are of version 7 and carry the business time', () => {
    const uuid = newUuid(new Date('2024-02-29T12:00:00.123Z'));
    expect(isUuid(uuid)).toBe(true);
    expect(uuid[14]).toBe('7');
    const ms = Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16);
    expect(new Date(ms).toISOString()).toBe('2024-02-29T12:00:00.123Z');
  });

  it('sort in order of creation, and never repeat', () => {
    const now = new Date('2024-01-01T00:00:00Z');
    const ids = Array.from({ length: 10_000 }, () => newId('STO', now));
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
  });
});

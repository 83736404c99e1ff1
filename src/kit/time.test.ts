import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toIso } from './time.ts';

describe('toIso', () => {
  it('formats every time like the system, whatever it formatted before', () => {
    const time = fc.date({ noInvalidDate: true });
    fc.assert(
      fc.property(time, time, (first, second) => {
        const spelled = [first, second, second, first].map((each) => toIso(each));
        const expected = [first, second, second, first].map((each) => each.toISOString());
        expect(spelled).toEqual(expected);
      }),
    );
  });

  it('passes null on', () => {
    expect(toIso(null)).toBeNull();
  });

  it('throws on an invalid time', () => {
    toIso(new Date(0));
    expect(() => toIso(new Date(Number.NaN))).toThrow(RangeError);
  });
});

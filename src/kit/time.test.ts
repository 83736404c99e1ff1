import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toIso } from './time.ts';

describe('toIso', () => {
  it('spells every time as the system does, whatever it spelled before', () => {
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

  it('throws on what is no time', () => {
    toIso(new Date(0));
    expect(() => toIso(new Date(Number.NaN))).toThrow(RangeError);
  });
});

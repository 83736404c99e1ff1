import { describe, expect, it } from 'vitest';
import {
  uint8Scratch,
  uint16Scratch,
  uint32Scratch,
  withoutScratch,
  withScratch,
} from './scratch.ts';

const LARGE = 2 ** 20;

describe('scratch memory', () => {
  it('gives zeros that overlap no others of the same work', () => {
    for (let round = 0; round < 2; round += 1) {
      withScratch(() => {
        const arrays = [uint8Scratch(3), uint32Scratch(5), uint16Scratch(7), uint8Scratch(LARGE)];
        for (const [number, array] of arrays.entries()) {
          expect(array.every((value) => value === 0)).toBe(true);
          array.fill(number + 1);
        }
        for (const [number, array] of arrays.entries()) {
          expect(array.every((value) => value === number + 1)).toBe(true);
        }
      });
    }
  });

  it('is not used for what is kept, nor outside of work', () => {
    const alone = uint16Scratch(4).fill(1);
    const kept = withScratch(() => withoutScratch(() => uint16Scratch(4).fill(2)));
    withScratch(() => uint8Scratch(LARGE).fill(3));
    expect([...alone, ...kept]).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
  });
});

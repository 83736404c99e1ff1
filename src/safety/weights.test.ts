import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { trainingOrigin } from '../../safety/training.ts';
import { DATA_FOLDER } from './data-folder.ts';
import { decodeWeights, encodeWeights } from './weights.ts';

const committed = readFileSync(join(DATA_FOLDER, 'weights.bin'));

it('was trained from these texts and lists with this code (npm run safety:train)', () => {
  expect(decodeWeights(committed).origin).toBe(trainingOrigin(DATA_FOLDER));
});

it('reads back what was written', () => {
  expect(Buffer.compare(committed, encodeWeights(decodeWeights(committed)))).toBe(0);
});

it('refuses a file with one different bit or a missing part', () => {
  for (const place of [0, 5, 9, 20, 1_000, committed.length - 1]) {
    const damaged = Buffer.from(committed);
    damaged[place] = (damaged[place] ?? 0) ^ 1;
    expect(() => decodeWeights(damaged)).toThrow(/weights/);
  }
  expect(() => decodeWeights(committed.subarray(0, 100))).toThrow(/weights/);
  expect(() => decodeWeights(new Uint8Array())).toThrow(/weights/);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { decodeCompiled, encodeCompiled } from './compiled.ts';
import { DATA_FOLDER } from './data-folder.ts';
import { compileIndex } from './engine.ts';

const committed = readFileSync(join(DATA_FOLDER, 'index.bin'));

it('matches the lists byte for byte (npm run safety:train writes it)', () => {
  expect(Buffer.compare(committed, compileIndex(DATA_FOLDER))).toBe(0);
});

it('reads back what was written', () => {
  expect(Buffer.compare(committed, encodeCompiled(decodeCompiled(committed)))).toBe(0);
});

it('refuses a file with one different bit or a missing part', () => {
  for (const place of [0, 5, 9, 20, 1_000, committed.length - 1]) {
    const damaged = Buffer.from(committed);
    damaged[place] = (damaged[place] ?? 0) ^ 1;
    expect(() => decodeCompiled(damaged)).toThrow(/index/);
  }
  expect(() => decodeCompiled(committed.subarray(0, 100))).toThrow(/index/);
  expect(() => decodeCompiled(new Uint8Array())).toThrow(/index/);
});

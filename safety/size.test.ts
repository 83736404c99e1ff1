import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DATA_FOLDER } from '../src/safety/data-folder.ts';

const MAX_BYTES = 8_000_000;

function bytesOf(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).size;
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}

it('weights, dictionary and lists take at most 8 MB', () => {
  const parts = ['weights.bin', 'dictionary.bin', 'index.bin', 'lists', 'folds'];
  const bytes = parts.reduce((sum, part) => sum + bytesOf(join(DATA_FOLDER, part)), 0);
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
});

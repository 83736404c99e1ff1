import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_FOLDER } from '../src/safety/data-folder.ts';
import { compileIndex } from '../src/safety/engine.ts';
import { encodeWeights } from '../src/safety/weights.ts';
import { trainWeights } from './training.ts';

/**
 * Writes the index of the lists and the weights of the model, whose input includes the matches of
 * the lists. With `--check`, fails if the committed files differ.
 */
function main(): void {
  settle('index.bin', compileIndex(DATA_FOLDER));
  settle('weights.bin', encodeWeights(trainWeights(DATA_FOLDER)));
}

function settle(name: string, bytes: Uint8Array): void {
  const path = join(DATA_FOLDER, name);
  if (!process.argv.includes('--check')) {
    writeFileSync(path, bytes);
    console.log(`wrote ${path}: ${bytes.length} bytes`);
    return;
  }
  const same = Buffer.compare(readFileSync(path), bytes) === 0;
  console.log(same ? `${name} is current` : `${name} is stale: npm run safety:train`);
  if (!same) process.exitCode = 1;
}

main();

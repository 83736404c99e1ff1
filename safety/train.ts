import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_FOLDER } from '../src/safety/data-folder.ts';
import { loadFoldTable } from '../src/safety/folds.ts';
import { encodeWeights } from '../src/safety/weights.ts';
import { trainWeights } from './training.ts';

/** Writes the weights, or with `--check` fails when the committed ones are not these bytes. */
function main(): void {
  const bytes = encodeWeights(trainWeights(loadFoldTable(DATA_FOLDER)));
  const path = join(DATA_FOLDER, 'weights.bin');
  if (process.argv.includes('--check')) {
    const same = Buffer.compare(readFileSync(path), bytes) === 0;
    console.log(same ? 'weights.bin is current' : 'weights.bin is stale: npm run safety:train');
    process.exitCode = same ? 0 : 1;
    return;
  }
  writeFileSync(path, bytes);
  console.log(`wrote ${path}: ${bytes.length} bytes`);
}

main();

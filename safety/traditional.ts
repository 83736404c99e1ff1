import { join } from 'node:path';
import { DATA_FOLDER } from '../src/safety/data-folder.ts';
import { readListFile } from '../src/safety/list-file.ts';

/**
 * Converts simplified Chinese to traditional with the pairs in `folds/traditional.txt`; the first
 * matching pair wins.
 */
export function loadTraditional(): (text: string) => string {
  const pairs = new Map<string, string>();
  for (const { text } of readListFile(join(DATA_FOLDER, 'folds', 'traditional.txt'))) {
    for (const [traditional, simplified] of text.split(' ')) {
      if (traditional && simplified && !pairs.has(simplified)) pairs.set(simplified, traditional);
    }
  }
  return (text) => [...text].map((each) => pairs.get(each) ?? each).join('');
}

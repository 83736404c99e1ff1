import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeCompiled, encodeCompiled } from './compiled.ts';
import { type Dictionary, decodeDictionary } from './dictionary.ts';
import { type FoldTable, loadFoldTable } from './folds.ts';
import { readListFile } from './list-file.ts';
import { loadSignalLists } from './signals.ts';
import { compileLists, indexTerms, type TermIndex } from './terms.ts';
import { buildVocabulary, type Vocabulary } from './vocabulary.ts';
import { decodeWeights, type Weights } from './weights.ts';
import { addWord, MAX_COST } from './word-table.ts';

/** Common English words that are recognized in a text full of misspellings. */
const COMMON_WORDS = 4_000;

/** Data of the rules. */
export interface RuleData {
  readonly table: FoldTable;
  readonly index: TermIndex;
  readonly vocabulary: Vocabulary;
}

/** The data of both layers; whatever couldn't be loaded is null and named in `problems`. */
export interface Engine {
  readonly rules: RuleData | null;
  readonly model: Weights | null;
  /** Missing or broken data, for the log. */
  readonly problems: readonly string[];
}

/** Loads index, dictionary and weights once. Never throws: the service answers `review` instead. */
export function loadEngine(dataFolder: string): Engine {
  const problems: string[] = [];
  const rules = attempt(problems, () => loadRules(dataFolder));
  const model = attempt(problems, () =>
    decodeWeights(readFileSync(join(dataFolder, 'weights.bin'))),
  );
  return { rules, model, problems };
}

/** Loads the rules' data from the data folder; throws if a part is missing or damaged. */
export function loadRules(dataFolder: string): RuleData {
  const table = loadFoldTable(dataFolder);
  const dictionary = loadDictionary(dataFolder);
  const compiled = decodeCompiled(readFileSync(join(dataFolder, 'index.bin')));
  const index = indexTerms(compiled, table, dictionary);
  for (const word of compiled.ordinary) addWord(dictionary.en, word, MAX_COST);
  return { table, index, vocabulary: buildVocabulary(compiled, dictionary.en) };
}

/** Compiles the data folder's lists to the bytes of `index.bin`. */
export function compileIndex(dataFolder: string): Uint8Array {
  const table = loadFoldTable(dataFolder);
  const lists = loadSignalLists(dataFolder);
  const ordinary = readListFile(join(dataFolder, 'dictionary', 'ordinary.txt'));
  const frequent = readListFile(join(dataFolder, 'dictionary', 'frequent.en.txt'));
  const compiled = compileLists(
    lists,
    table,
    loadDictionary(dataFolder),
    ordinary.map(({ text }) => text),
    frequent.slice(0, COMMON_WORDS).map(({ text }) => text),
  );
  return encodeCompiled(compiled);
}

function loadDictionary(dataFolder: string): Dictionary {
  return decodeDictionary(readFileSync(join(dataFolder, 'dictionary.bin')));
}

function attempt<T>(problems: string[], load: () => T): T | null {
  try {
    return load();
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
    return null;
  }
}

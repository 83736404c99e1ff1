import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FoldTable, loadFoldTable } from './folds.ts';
import { loadSignalLists } from './signals.ts';
import { indexTerms, type TermIndex } from './terms.ts';
import { decodeWeights, type Weights } from './weights.ts';

/** What the rules need. */
export interface RuleData {
  readonly table: FoldTable;
  readonly index: TermIndex;
}

/** The data of both layers; what could not be loaded is null and named in `problems`. */
export interface Engine {
  readonly rules: RuleData | null;
  readonly model: Weights | null;
  /** For the log: what is missing or broken. */
  readonly problems: readonly string[];
}

/** Loads lists and weights once. Never throws: the service starts and answers `review`. */
export function loadEngine(dataFolder: string): Engine {
  const problems: string[] = [];
  const rules = attempt(problems, () => {
    const table = loadFoldTable(dataFolder);
    return { table, index: indexTerms(loadSignalLists(dataFolder), table) };
  });
  const model = attempt(problems, () =>
    decodeWeights(readFileSync(join(dataFolder, 'weights.bin'))),
  );
  return { rules, model, problems };
}

function attempt<T>(problems: string[], load: () => T): T | null {
  try {
    return load();
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
    return null;
  }
}

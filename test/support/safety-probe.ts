import { DATA_FOLDER } from '../../src/safety/data-folder.ts';
import type { Dictionary } from '../../src/safety/dictionary.ts';
import type { Engine, RuleData } from '../../src/safety/engine.ts';
import { findSignals, type Sightings } from '../../src/safety/find-signals.ts';
import { type FoldTable, foldText, loadFoldTable } from '../../src/safety/folds.ts';
import type { ListLanguage } from '../../src/safety/list-file.ts';
import { readText, termText } from '../../src/safety/reading.ts';
import {
  SIGNALS,
  type Signal,
  type SignalLists,
  type SignalTerm,
} from '../../src/safety/signals.ts';
import { compileLists, indexTerms } from '../../src/safety/terms.ts';
import { buildVocabulary } from '../../src/safety/vocabulary.ts';
import { addWord, createWordTable } from '../../src/safety/word-table.ts';

/** A test's own lists: words whose language follows from their script, or literal terms. */
export type ProbeLists = Partial<Record<Signal, readonly (string | SignalTerm)[]>>;

/** The project's fold table, for tests with their own lists. */
export const probeTable: FoldTable = loadFoldTable(DATA_FOLDER);

/**
 * What the rules need from a test's lists: placeholder words replace those that must not be
 * written.
 */
export function probeData(lists: ProbeLists, known: readonly string[] = []): RuleData {
  const all = SIGNALS.map((signal) => [signal, (lists[signal] ?? []).map(toTerm)] as const);
  const terms = Object.fromEntries(all) as unknown as SignalLists;
  const table = () => createWordTable(1_000);
  const dictionary: Dictionary = { en: table(), ja: table(), zh: table() };
  for (const word of known) {
    const folded = foldText(word, probeTable).text;
    for (const words of Object.values(dictionary)) addWord(words, folded, 40);
  }
  const compiled = compileLists(terms, probeTable, dictionary);
  const index = indexTerms(compiled, probeTable, dictionary);
  return { table: probeTable, index, vocabulary: buildVocabulary(compiled, dictionary.en) };
}

function toTerm(term: string | SignalTerm): SignalTerm {
  if (typeof term !== 'string') return term;
  const language: ListLanguage = /[\u3041-\u30ff]/.test(term)
    ? 'ja'
    : /[\u3400-\u9fff]/.test(term)
      ? 'zh'
      : 'en';
  return { text: term, language };
}

/** An engine with rules only, using a test's own lists. */
export function probeEngine(lists: ProbeLists): Engine {
  return { rules: probeData(lists), model: null, problems: [] };
}

/** What a test's lists match in a text: as normalized, or as written. */
export function sightings(text: string, data: RuleData, mended = true): Sightings {
  const read = mended ? readText(text, data) : termText(foldText(text, data.table), data);
  return findSignals(read, data.index);
}

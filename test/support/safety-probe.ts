import { DATA_FOLDER } from '../../src/safety/data-folder.ts';
import type { Engine } from '../../src/safety/engine.ts';
import { findSignals, type Sightings } from '../../src/safety/find-signals.ts';
import { type FoldTable, foldText, loadFoldTable } from '../../src/safety/folds.ts';
import { SIGNALS, type Signal, type SignalLists } from '../../src/safety/signals.ts';
import { indexTerms, type TermIndex } from '../../src/safety/terms.ts';

/** The project's fold table, for tests with lists of their own. */
export const probeTable: FoldTable = loadFoldTable(DATA_FOLDER);

/** An index of a test's own lists: abstract words stand for what must not be written. */
export function probeIndex(lists: Partial<SignalLists>): TermIndex {
  const all = SIGNALS.map((signal) => [signal, lists[signal] ?? []] as const);
  return indexTerms(Object.fromEntries(all) as Record<Signal, readonly string[]>, probeTable);
}

/** An engine of rules alone, with a test's own lists. */
export function probeEngine(lists: Partial<SignalLists>): Engine {
  return { rules: { table: probeTable, index: probeIndex(lists) }, model: null, problems: [] };
}

/** What an index sees in a text. */
export function sightings(text: string, index: TermIndex, table: FoldTable): Sightings {
  return findSignals(foldText(text, table), index);
}

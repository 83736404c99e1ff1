import { findMinorAges } from './ages.ts';
import { CHAINS, findChain } from './chains.ts';
import { readLeet } from './leet.ts';
import { type Letters, lettersOf } from './letters.ts';
import { SIGNALS, type Signal } from './signals.ts';
import { type Span, sortSpans, withoutCovered } from './spans.ts';
import { standsAt, type TermIndex } from './terms.ts';

/** Where each signal stands in the folded text, sorted, harmless phrases taken out. */
export type Sightings = Readonly<Record<Signal, readonly Span[]>>;

/** Finds every signal in folded text, read plainly and with digits read as letters. */
export function findSignals(folded: string, index: TermIndex): Sightings {
  const found = Object.fromEntries(SIGNALS.map((signal) => [signal, []])) as unknown as Record<
    Signal,
    Span[]
  >;
  for (const reading of readings(folded)) collect(lettersOf(reading), index, found);
  found.minor.push(...findMinorAges(folded));
  const harmless = sortSpans(found.harmless);
  const cleaned = SIGNALS.map((signal) => {
    const spans = sortSpans(found[signal]);
    return [signal, signal === 'harmless' ? spans : withoutCovered(spans, harmless)] as const;
  });
  return withChains(Object.fromEntries(cleaned) as Record<Signal, readonly Span[]>);
}

function withChains(found: Record<Signal, readonly Span[]>): Sightings {
  for (const chain of CHAINS) {
    const spans = findChain(chain, found);
    if (spans.length > 0) found[chain.means] = sortSpans([...found[chain.means], ...spans]);
  }
  return found;
}

/** The text itself, and with leet read both ways where that makes a difference. */
function readings(folded: string): readonly string[] {
  const read = readLeet(folded, 'i');
  if (read === folded) return [folded];
  const other = readLeet(folded, 'l');
  return other === read ? [folded, read] : [folded, read, other];
}

function collect(letters: Letters, index: TermIndex, found: Record<Signal, Span[]>): void {
  index.matcher.scan(letters.units, letters.length, (pattern, last) => {
    for (const term of index.terms[pattern] ?? []) {
      const first = last - term.letters.length + 1;
      if (!standsAt(term, letters, first)) continue;
      found[term.signal].push({
        start: letters.offsets[first] as number,
        end: (letters.offsets[last] as number) + 1,
      });
    }
  });
}

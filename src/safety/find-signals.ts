import { findMinorAges } from './ages.ts';
import { CHAINS, findChain } from './chains.ts';
import { KANA, scriptOf } from './letters.ts';
import { SIGNALS, type Signal } from './signals.ts';
import { byPlace, type Span, sortSpans, withoutCovered } from './spans.ts';
import { standsAt } from './stands-at.ts';
import type { TermIndex, TermText } from './terms.ts';

const THAI_FIRST = 0x0e00;
const THAI_LAST = 0x0e7f;

/** Positions of each signal in the folded text, sorted, without harmless phrases. */
export type Sightings = Readonly<Record<Signal, readonly Span[]>>;

/** Sightings without any findings, in the shape that all sightings share. */
const NOTHING: Sightings = Object.fromEntries(
  SIGNALS.map((signal) => [signal, []]),
) as unknown as Sightings;

/** Finds all signals in a text. */
export function findSignals(text: TermText, index: TermIndex): Sightings {
  const found = { ...NOTHING } as Record<Signal, Span[]>;
  const seen: Signal[] = [];
  const add = (signal: Signal, span: Span) => {
    if (found[signal] === NOTHING[signal]) {
      found[signal] = [];
      seen.push(signal);
    }
    found[signal].push(span);
  };
  collect(text, index, add);
  for (const span of findMinorAges(text.folded.text)) add('minor', span);
  for (const signal of seen) found[signal].sort(byPlace);
  if (found.harmless.length > 0) {
    for (const signal of seen) {
      if (signal !== 'harmless') found[signal] = withoutCovered(found[signal], found.harmless);
    }
  }
  return withChains(found);
}

function withChains(found: Record<Signal, Span[]>): Sightings {
  for (const chain of CHAINS) {
    const spans = findChain(chain, found);
    if (spans.length > 0) found[chain.means] = sortSpans([...found[chain.means], ...spans]);
  }
  return found;
}

function collect(
  text: TermText,
  index: TermIndex,
  add: (signal: Signal, span: Span) => void,
): void {
  const { letters } = text;
  const { units, offsets, length } = letters;
  let first = 0;
  const see = (word: number, last: number) => {
    for (const term of index.termsOf(word)) {
      if (!standsAt(term, text, first, index)) continue;
      add(term.signal, { start: offsets[first] as number, end: (offsets[last] as number) + 1 });
    }
  };
  for (; first < length; first += 1) {
    if (mayBegin(text, first)) index.matcher.matchFrom(units, first, length, see);
  }
}

/** Terms start where words do; Thai words aren't segmented. */
function mayBegin({ letters, borders }: TermText, place: number): boolean {
  const unit = letters.units[place] as number;
  if (scriptOf(unit) >= KANA) return borders[place] !== 0;
  if (unit >= THAI_FIRST && unit <= THAI_LAST) return true;
  return place === 0 || letters.tokens[place - 1] !== letters.tokens[place];
}

import type { Sightings } from './find-signals.ts';
import type { Signal } from './signals.ts';
import { firstFrom, type Span, sortSpans } from './spans.ts';

/** Sightings that count, and separately those that the prompt denies ("no nudity"). */
export interface Weighed {
  readonly wanted: Sightings;
  readonly denied: readonly Span[];
}

const DENIABLE: readonly Signal[] = ['nudity', 'sexual', 'explicit', 'risque', 'suggestive'];
/** Maximum characters between a negator and what it denies. */
const MAX_GAP_LENGTH = 16;
/** The same including the negator itself, with letters spaced out. */
const MAX_REACH_LENGTH = 64;
const GAP_BEFORE =
  /^[\s-]*(?:(?:any|visible|explicit|partial|full|frontal|a|an|the|of|有|含|任何|出现)[\s-]*)*$/;
const GAP_AFTER = /^[\s-]*(?:は|も|が|の|を|描写|要素|表现)*[\s-]*$/;
const CHAIN = /^[\s-]*(?:or|nor|\/|或者?|和|や|と|、)[\s-]*$/;

/** Removes denied sightings. A comma ends a denial: "no, a nude" denies nothing. */
export function weighNegation(folded: string, sightings: Sightings): Weighed {
  const before = sightings['negator-before'];
  const after = sightings['negator-after'];
  if (before.length === 0 && after.length === 0) return { wanted: sightings, denied: [] };
  const targets = sortSpans(DENIABLE.flatMap((signal) => sightings[signal]));
  const denied = new Set<Span>();
  let previous: Span | null = null;
  for (const target of targets) {
    const linked = previous !== null && CHAIN.test(folded.slice(previous.end, target.start));
    if (linked || isDenied(folded, target, before, after)) {
      denied.add(target);
      previous = target;
    }
  }
  if (denied.size === 0) return { wanted: sightings, denied: [] };
  const kept = DENIABLE.map(
    (signal) => [signal, sightings[signal].filter((span) => !denied.has(span))] as const,
  );
  return { wanted: { ...sightings, ...Object.fromEntries(kept) }, denied: [...denied] };
}

function isDenied(
  folded: string,
  target: Span,
  before: readonly Span[],
  after: readonly Span[],
): boolean {
  // Loops instead of lists: a thousand characters can contain two hundred sightings.
  for (let next = firstFrom(before, target.start - MAX_REACH_LENGTH); ; next += 1) {
    const negator = before[next];
    if (!negator || negator.start > target.start) break;
    if (isGap(folded, negator.end, target.start, GAP_BEFORE)) return true;
  }
  for (let next = firstFrom(after, target.end); ; next += 1) {
    const negator = after[next];
    if (!negator || negator.start > target.end + MAX_GAP_LENGTH) return false;
    if (isGap(folded, target.end, negator.start, GAP_AFTER)) return true;
  }
}

function isGap(folded: string, start: number, end: number, pattern: RegExp): boolean {
  if (end < start || end - start > MAX_GAP_LENGTH) return false;
  return pattern.test(folded.slice(start, end));
}

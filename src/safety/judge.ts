import type { Category } from './categories.ts';
import { findSignals, type Sightings } from './find-signals.ts';
import { type FoldTable, foldText } from './folds.ts';
import { type Weighed, weighNegation } from './negation.ts';
import { CONTEXT_REACH, RULES, type Rule } from './rules.ts';
import { hasNear, type Span, sortSpans } from './spans.ts';
import type { TermIndex } from './terms.ts';
import type { Finding, Findings } from './verdict.ts';

/** What the rules found, and what the semantic layer needs to know of it. */
export interface Judgement {
  readonly findings: Findings;
  /** What is denied or means something else: not for the model to read as a wish. */
  readonly unmeant: readonly Span[];
  /** Whether anything speaks of a minor: the model's doubt then weighs more. */
  readonly namesMinor: boolean;
}

/** Judges a folded wish. Clothing in the negative prompt is a wish for nudity. */
export function judge(
  wish: string,
  negative: string,
  index: TermIndex,
  table: FoldTable,
): Judgement {
  const seen = findSignals(wish, index);
  const sightings = negative === '' ? seen : withUnwantedClothing(seen, negative, index, table);
  const weighed = weighNegation(wish, sightings);
  const findings = new Map<Category, Finding>();
  for (const rule of RULES) {
    const finding = apply(rule, weighed);
    if (finding !== null && findings.get(rule.category) !== 'block') {
      findings.set(rule.category, finding);
    }
  }
  return {
    findings,
    unmeant: [...weighed.denied, ...seen.harmless],
    namesMinor: sightings.minor.length > 0,
  };
}

function withUnwantedClothing(
  seen: Sightings,
  negative: string,
  index: TermIndex,
  table: FoldTable,
): Sightings {
  const unwanted = findSignals(foldText(negative, table), index);
  if (unwanted.clothing.length === 0) return seen;
  return { ...seen, nudity: [{ start: 0, end: 0 }, ...seen.nudity] };
}

function apply(rule: Rule, weighed: Weighed): Finding | null {
  const groups = rule.all.map((group) => spansOf(group, weighed));
  let worst: Finding | null = null;
  for (const position of meetings(groups, rule.within)) {
    const finding = ease(rule, position, weighed.wanted);
    if (finding === 'block') return 'block';
    if (finding === 'review') worst = 'review';
  }
  return worst;
}

function spansOf(group: Rule['all'][number], { wanted, denied }: Weighed): readonly Span[] {
  const lists = group.map((signal) => (signal === 'denied' ? denied : wanted[signal]));
  const filled = lists.filter(({ length }) => length > 0);
  // Each is sorted already.
  return filled.length < 2 ? (filled[0] ?? []) : sortSpans(filled.flat());
}

function ease(rule: Rule, position: number, sightings: Sightings): Finding | 'allow' {
  for (const [signal, finding] of rule.eased ?? []) {
    if (hasNear(sightings[signal], position, CONTEXT_REACH)) return finding;
  }
  return rule.finding;
}

/** Positions at which one sighting of every group has begun within the distance. */
function* meetings(groups: readonly (readonly Span[])[], within: number): Generator<number> {
  if (groups.some((group) => group.length === 0)) return;
  const [only] = groups;
  if (only && groups.length === 1) {
    for (const { start } of only) yield start;
    return;
  }
  const events = groups.flatMap((group, number) =>
    group.map((span) => ({ number, start: span.start })),
  );
  events.sort((left, right) => left.start - right.start);
  const latest = groups.map(() => Number.NEGATIVE_INFINITY);
  for (const { number, start } of events) {
    latest[number] = start;
    if (latest.every((each) => each >= start - within)) yield start;
  }
}

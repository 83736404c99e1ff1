import type { Category } from './categories.ts';
import { findSignals, type Sightings } from './find-signals.ts';
import { weighNegation } from './negation.ts';
import { RULES, type Rule } from './rules.ts';
import type { Signal } from './signals.ts';
import { hasContext, soften } from './soften.ts';
import { type Span, sortSpans } from './spans.ts';
import type { TermIndex, TermText } from './terms.ts';
import type { Finding, Findings } from './verdict.ts';

/** The rules' findings, and what the semantic layer needs to know about them. */
export interface Judgement {
  readonly findings: Findings;
  readonly sightings: Sightings;
  /** Text that is denied, governed by its context or means something else: not a request. */
  readonly unmeant: readonly Span[];
  /** Whether anything mentions a minor: the model's doubt then weighs more. */
  readonly namesMinor: boolean;
  /** Whether a context softens the model's findings. */
  readonly hasContext: boolean;
}

/** Judges a text; `wantsBare` if its negative prompt names clothes. */
export function judge(text: TermText, index: TermIndex, wantsBare = false): Judgement {
  const seen = findSignals(text, index);
  const folded = text.folded.text;
  const sightings = wantsBare ? { ...seen, nudity: [NOWHERE, ...seen.nudity] } : seen;
  const { wanted, denied } = weighNegation(folded, sightings);
  const findings = new Map<Category, Finding>();
  const governed: Span[] = [];
  for (const rule of RULES) {
    const finding = apply(rule, folded, wanted, denied, governed);
    if (finding !== null && findings.get(rule.category) !== 'block') {
      findings.set(rule.category, finding);
    }
  }
  return {
    findings,
    sightings: wanted,
    unmeant: [...denied, ...governed, ...seen.harmless],
    namesMinor: seen.minor.length > 0,
    hasContext: hasContext(wanted),
  };
}

const NOWHERE: Span = { start: 0, end: 0 };

function apply(
  rule: Rule,
  folded: string,
  wanted: Sightings,
  denied: readonly Span[],
  governed: Span[],
): Finding | null {
  if (!rule.all.every((group) => group.some((each) => stands(each, wanted, denied)))) return null;
  const groups = rule.all.map((group) =>
    spansOf(group.map((signal) => (signal === 'denied' ? denied : wanted[signal]))),
  );
  let worst: Finding | null = null;
  for (const span of meetings(groups, rule, folded)) {
    const finding = soften(rule, span, folded, wanted);
    if (finding === 'block') return 'block';
    if (finding === 'review') worst = 'review';
    else governed.push(span);
  }
  return worst;
}

function stands(signal: Signal | 'denied', wanted: Sightings, denied: readonly Span[]): boolean {
  return (signal === 'denied' ? denied : wanted[signal]).length > 0;
}

function spansOf(lists: readonly (readonly Span[])[]): readonly Span[] {
  const filled = lists.filter(({ length }) => length > 0);
  // Each is sorted already.
  return filled.length < 2 ? (filled[0] ?? []) : sortSpans(filled.flat());
}

/** Sightings at which all groups have started within the distance. */
function* meetings(
  groups: readonly (readonly Span[])[],
  rule: Rule,
  folded: string,
): Generator<Span> {
  const [only] = groups;
  if (only && groups.length === 1) {
    if (rule.distinct) yield* manyOf(only, rule, folded);
    else yield* only;
    return;
  }
  const events = groups.flatMap((group, number) => group.map((span) => ({ number, span })));
  events.sort((left, right) => left.span.start - right.span.start);
  const latest = groups.map(() => Number.NEGATIVE_INFINITY);
  for (const { number, span } of events) {
    latest[number] = span.start;
    if (latest.every((each) => each >= span.start - rule.within)) yield span;
  }
}

/** Sightings that follow a different word's within the distance. */
function* manyOf(spans: readonly Span[], { within }: Rule, folded: string): Generator<Span> {
  let other: Span | null = null;
  let last: Span | null = null;
  for (const span of spans) {
    if (last && isOtherWord(last, span, folded)) other = last;
    if (other && span.start - other.start <= within) yield span;
    last = span;
  }
}

/** Overlapping sightings count once: "micro bikini" doesn't count "bikini" again. */
function isOtherWord(one: Span, two: Span, folded: string): boolean {
  if (two.start < one.end) return false;
  return folded.slice(one.start, one.end) !== folded.slice(two.start, two.end);
}

import type { Sightings } from './find-signals.ts';
import { CONTEXT_REACH, GOVERNING_REACH, type Rule } from './rules.ts';
import type { Signal } from './signals.ts';
import { firstFrom, hasNear, type Span } from './spans.ts';
import type { Finding } from './verdict.ts';

const CLAUSE_END = /[,.;:!?\n]/;
/** Next to one of these, a context governs nothing: more than the topic is requested. */
const LOUD: readonly Signal[] = ['explicit', 'sexual', 'risque', 'suggestive', 'foreign'];
const CONTEXTS: readonly Signal[] = ['art', 'medicine', 'news', 'safeguarding', 'fiction'];

/** The finding of a rule in its context. */
export function soften(
  rule: Rule,
  span: Span,
  folded: string,
  sightings: Sightings,
): Finding | 'allow' {
  const { softened } = rule;
  if (!softened) return rule.finding;
  const own = rule.all.flat();
  const isQuiet = LOUD.every((signal) => own.includes(signal) || sightings[signal].length === 0);
  if (isQuiet && softened.governed.some((each) => governs(sightings[each], span, folded))) {
    return 'allow';
  }
  const isNear = softened.near.some((each) => hasNear(sightings[each], span.start, CONTEXT_REACH));
  return isNear ? 'review' : rule.finding;
}

/** Whether the text contains a context in which the model's certainty is only doubt. */
export function hasContext(sightings: Sightings): boolean {
  return CONTEXTS.some((signal) => sightings[signal].length > 0);
}

/** Whether a context is near a sighting within the same clause. */
function governs(contexts: readonly Span[], span: Span, folded: string): boolean {
  let next = firstFrom(contexts, span.start - GOVERNING_REACH);
  for (; next < contexts.length; next += 1) {
    const context = contexts[next] as Span;
    if (context.start > span.end + GOVERNING_REACH) return false;
    const between = folded.slice(
      Math.min(context.end, span.end),
      Math.max(context.start, span.start),
    );
    if (!CLAUSE_END.test(between)) return true;
  }
  return false;
}

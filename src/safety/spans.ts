/** A range of folded text, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Sorts spans by their starts. */
export function sortSpans(spans: readonly Span[]): Span[] {
  return [...spans].sort(byPlace);
}

/** Orders spans by their starts, then by their ends. */
export function byPlace(left: Span, right: Span): number {
  return left.start - right.start || left.end - right.end;
}

/** Those of the sorted `spans` that aren't within any of the sorted `covers`. */
export function withoutCovered(spans: readonly Span[], covers: readonly Span[]): Span[] {
  let next = 0;
  let reach = -1;
  return spans.filter((span) => {
    while (next < covers.length && (covers[next] as Span).start <= span.start) {
      reach = Math.max(reach, (covers[next] as Span).end);
      next += 1;
    }
    return span.end > reach;
  });
}

/** Index of the first of the sorted spans that starts at `position` or later. */
export function firstFrom(spans: readonly Span[], position: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as Span).start < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether one of the sorted spans starts within `reach` characters of a position. */
export function hasNear(spans: readonly Span[], position: number, reach: number): boolean {
  const nearest = spans[firstFrom(spans, position - reach)];
  return nearest !== undefined && nearest.start <= position + reach;
}

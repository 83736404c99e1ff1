/** What the page itself tells of its loading. */
export interface Observed {
  readonly firstContentfulPaint: number;
  readonly largestContentfulPaint: number;
  readonly totalBlockingTime: number;
  readonly cumulativeLayoutShift: number;
}

/**
 * Put into a page before anything of its own; `window.observed()` then gives what was seen. Blocking
 * time is that of tasks beyond 50 ms after the first paint; shifts are summed by the second, at most
 * five of them, and the worst sum counts (web.dev/articles/cls).
 */
export const OBSERVERS = `(() => {
  const seen = { paint: 0, largest: 0, tasks: [], shifts: [] };
  const watch = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take))
    .observe({ type, buffered: true });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.paint = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => { seen.largest = entry.startTime; });
  watch('longtask', (entry) => { seen.tasks.push(entry); });
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shifts.push(entry); });
  const worstShift = () => {
    let worst = 0, sum = 0, first = 0, last = 0;
    for (const { startTime, value } of seen.shifts) {
      const goesOn = sum > 0 && startTime - last < 1000 && startTime - first < 5000;
      if (!goesOn) { sum = 0; first = startTime; }
      sum += value;
      last = startTime;
      worst = Math.max(worst, sum);
    }
    return worst;
  };
  window.observed = () => ({
    firstContentfulPaint: seen.paint,
    largestContentfulPaint: seen.largest,
    totalBlockingTime: seen.tasks
      .filter(({ startTime }) => startTime >= seen.paint)
      .reduce((sum, { duration }) => sum + duration - 50, 0),
    cumulativeLayoutShift: worstShift(),
  });
})()`;

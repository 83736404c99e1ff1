import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawLine } from './line-plot.ts';
import type { SoakResult } from './run.ts';
import { pointsOf, SERIES } from './verdicts.ts';

/** Draws the plots into the folder, as `soak-*.svg`. */
export function drawPlots(folder: string, { samples }: SoakResult): void {
  for (const series of SERIES) {
    const { name, title, unit } = series;
    const points = pointsOf(series, samples);
    const describe = (value: number) => `${round(value)} ${unit}`.trim();
    writeFileSync(join(folder, `soak-${name}.svg`), drawLine({ title, points, describe }));
  }
}

export function soakPart(result: SoakResult | null): string {
  if (result === null) return '';
  const { minutes, startedAt, capacity, pace, requestsPerSecond, requests, faults } = result;
  const rows = result.verdicts.map(
    ({ title, unit, first, last, rise, allowed, holds }) =>
      `| ${title}${unit && `, ${unit}`} | ${round(first)} | ${round(last)} | ${round(rise)} | ${round(allowed)} | ${holds ? 'held' : '**BROKEN**'} |`,
  );
  const plots = SERIES.map(({ name, title }) => `![${title}](plots/soak-${name}.svg)`);
  return `## Soak

\`npm run soak -- --minutes ${minutes} --report\`, started ${startedAt}, without faults: ${round(pace)} steps per second, 70 % of the
${round(capacity)} that the services reached at full speed. ${requests} requests, ${round(requestsPerSecond)} per second;
${faults} got an unplanned 5xx or no answer. The PostgreSQL server has the
[recommended settings](operations.md#settings-of-the-server).

The first sixth of the time is for warming up. After it, the best-fit line of a series may rise by a tenth of its mean,
or by what counts as noise for that series if that is larger. The p99 of the last sixth may be at most 1.2 times that of
the first.

| | First | Last | Rise | Allowed | Verdict |
|---|---|---|---|---|---|
${rows.join('\n')}

${plots.join('\n\n')}`;
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}

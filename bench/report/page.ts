import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Figure,
  formatValue,
  isReached,
  type Measurement,
  type Measurements,
  type Result,
  warningsOf,
} from '../support/result.ts';
import { readMeasurements } from '../support/results-file.ts';
import { expectedRates } from './expected-rates.ts';
import { drawPlot } from './plot.ts';

const docs = join(import.meta.dirname, '../../docs');
/** Pages with generated parts. */
const PAGES = ['performance.md', 'guides/scaling.md'];
const HEAD = ['| | measured | target |', '|---|---:|---|'];
/** A generated part, from its marker to the end marker. */
const PART = /<!-- measured: ([a-z-]+) -->\n[\s\S]*?<!-- end -->/g;

/** A plot shown on a page. */
const PLOT = /\]\((plots\/[\w-]+\.svg)\)/g;

/** The files generated from the measurements, by path below `docs`. */
export function renderReport(measurements: Measurements): ReadonlyMap<string, string> {
  const files = new Map(drawPlots(measurements));
  for (const page of PAGES) {
    files.set(page, renderPage(readFileSync(join(docs, page), 'utf8'), measurements));
  }
  return files;
}

/** Writes the pages and plots, and removes plots of measurements that no longer exist. */
export function writeReport(): void {
  const files = renderReport(readMeasurements());
  mkdirSync(join(docs, 'plots'), { recursive: true });
  // Other plots aren't from measurements.
  const gone = listShownPlots().filter((path) => !files.has(path));
  for (const path of gone) rmSync(join(docs, path), { force: true });
  for (const [path, content] of files) writeFileSync(join(docs, path), content);
}

/** The plots in the generated parts of the pages as they are, by path below `docs`. */
function listShownPlots(): string[] {
  return PAGES.flatMap((page) => {
    const parts = readFileSync(join(docs, page), 'utf8').match(PART) ?? [];
    return [...parts.join('\n').matchAll(PLOT)].map(([, path = '']) => path);
  });
}

function drawPlots(measurements: Measurements): [string, string][] {
  return Object.values(measurements)
    .flatMap(({ results }) => results.flatMap(({ plots = [] }) => plots))
    .map((plot) => [`plots/${plot.file}.svg`, drawPlot(plot)]);
}

/** The page with its generated parts replaced; the handwritten rest is unchanged. */
function renderPage(page: string, measurements: Measurements): string {
  return page.replaceAll(PART, (_part, name: string) => {
    return `<!-- measured: ${name} -->\n\n${renderPart(name, measurements)}\n\n<!-- end -->`;
  });
}

function renderPart(name: string, measurements: Measurements): string {
  if (name === 'targets') return targetsTable(measurements);
  if (name === 'expected-rates') return expectedRates(measurements);
  const measurement = measurements[name];
  if (!measurement) return `Not measured yet: \`npm run bench ${name}\`.`;
  return [describeRun(measurement), ...measurement.results.map(renderResult)].join('\n\n');
}

function describeRun(measurement: Measurement): string {
  const { date, seconds, machine } = measurement;
  const { cpu, cores, memoryGb, node, postgres, load, busyCores } = machine;
  const server = postgres ? `PostgreSQL ${postgres}` : 'the embedded engine alone';
  const place = `${cpu}, ${cores} cores, ${memoryGb} GB; Node.js ${node.slice(1)}, ${server}`;
  const before = `Load ${load}, ${busyCores} cores busy before it began.`;
  const took = `${date.slice(0, 16).replace('T', ' ')} UTC, ${seconds} s, on ${place}.`;
  return [took, before, ...warningsOf(measurement)].join(' ');
}

function renderResult(result: Result): string {
  const { title, conditions, rounds, figures, plots = [] } = result;
  const many = rounds === 1 ? 'one round' : `median of ${rounds} rounds`;
  const lines = figures.map((figure) => {
    return `| ${figure.name} | ${formatValue(figure.value, figure.unit)} | ${verdict(figure)} |`;
  });
  const images = plots.map(({ file, title: name }) => `![${name}](plots/${file}.svg)`);
  const table = lines.length > 0 ? [[...HEAD, ...lines].join('\n')] : [];
  const heading = `**${title}** (${conditions}; ${many})`;
  return [heading, ...table, ...rowsTable(result), ...images].join('\n\n');
}

function rowsTable({ rows = [] }: Result): string[] {
  const [first] = rows;
  if (!first) return [];
  const cases = Object.keys(first.cells);
  const lines = rows.map(({ name, unit, cells }) => {
    return `| ${[name, ...cases.map((each) => formatValue(cells[each] ?? 0, unit))].join(' | ')} |`;
  });
  return [
    [`| | ${cases.join(' | ')} |`, `|---|${'---:|'.repeat(cases.length)}`, ...lines].join('\n'),
  ];
}

function verdict(figure: Figure): string {
  const { target, unit } = figure;
  if (!target) return '';
  const signs = { 'be at least': '≥ ', 'be at most': '≤ ', be: '' };
  const aim = `${signs[target.must]}${formatValue(target.value, unit)}`;
  return isReached(figure) ? `${aim}, reached` : `${aim}, **not reached**`;
}

/** All figures with a target, in one table. */
function targetsTable(measurements: Measurements): string {
  const rows = Object.entries(measurements).flatMap(([name, measurement]) =>
    measurement.results.flatMap(({ title, figures }) =>
      figures
        .filter(({ target }) => target)
        .map((figure) => {
          const mark = warningsOf(measurement).length > 0 ? ' *' : '';
          const what = `[${title}](#${name}): ${figure.name}`;
          return `| ${what} | ${formatValue(figure.value, figure.unit)}${mark} | ${verdict(figure)} |`;
        }),
    ),
  );
  const note = rows.some((row) => row.includes(' * |'))
    ? '\n\n\\* from a quick run, or while other programs used the machine: not a figure to quote.'
    : '';
  return [...HEAD, ...rows].join('\n') + note;
}

import { type Bar, formatValue, type Plot, type PlotPart } from '../support/result.ts';

/** Pixels. */
const WIDTH = 720;
const MARGIN = 24;
const INNER = WIDTH - 2 * MARGIN;
const TITLE_HEIGHT = 60;
const ROW_HEIGHT = 46;
const BAR_HEIGHT = 16;
const LINE_HEIGHT = 22;
const LEGEND_COLUMNS = 2;
/** Room to the right of the longest bar, as a factor of its length. */
const HEADROOM = 1.04;

/** Colors of stacked parts; neighbors differ in lightness as well as in hue. */
const LIGHT = ['#1f5a8a', '#e29b3e', '#3f8f7a', '#b8436a', '#8fb8de', '#7a6a3a'];
const DARK = ['#5fa8dd', '#f0b866', '#66c2a8', '#e57a9c', '#2f6fa3', '#b5a56b'];
const MORE_LIGHT = [
  '#6b4fa0',
  '#c9c04a',
  '#5b6770',
  '#d98f8f',
  '#2f7f3f',
  '#a7a7a7',
  '#c46a1f',
  '#20445c',
];
const MORE_DARK = [
  '#a78be0',
  '#ded76e',
  '#9aa7b0',
  '#a85f5f',
  '#7fce8b',
  '#707880',
  '#d9884a',
  '#c4d9ea',
];

/** The plot as a standalone SVG that follows the reader's light or dark color scheme. */
export function drawPlot(plot: Plot): string {
  const legend = [...new Set(plot.bars.flatMap(({ parts }) => parts.map(({ name }) => name)))];
  const limits = plot.limits ?? [];
  const longest = Math.max(...plot.bars.map(lengthOf), ...limits.map(({ value }) => value));
  const scale = (value: number) => (value / (longest * HEADROOM)) * INNER;
  const barsEnd = TITLE_HEIGHT + plot.bars.length * ROW_HEIGHT;
  const isStacked = legend.length > 1;
  const legendLines = isStacked ? Math.ceil(legend.length / LEGEND_COLUMNS) : 0;
  const height = barsEnd + (limits.length + legendLines) * LINE_HEIGHT + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escapeXml(describe(plot))}">`,
    `<style>${style()}</style>`,
    `<rect class="paper" width="${WIDTH}" height="${height}" rx="8"/>`,
    text(MARGIN, 32, plot.title, 'title'),
    ...plot.bars.map((bar, row) => drawBar(bar, plot.unit, row, legend, scale)),
    ...limits.map((limit, line) => drawLimit(limit, plot.unit, line, barsEnd, scale)),
    ...(isStacked ? drawLegend(legend, barsEnd + limits.length * LINE_HEIGHT) : []),
    '</svg>',
    '',
  ].join('\n');
}

function lengthOf({ parts }: Bar): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
}

/** The figures as text, for screen readers. */
function describe({ title, unit, bars, limits = [] }: Plot): string {
  const figures = bars.map((bar) => `${bar.name}: ${formatValue(lengthOf(bar), unit)}`);
  const lines = limits.map(({ name, value }) => `${name}: ${formatValue(value, unit)}`);
  return `${title}. ${[...figures, ...lines].join('; ')}`;
}

function drawBar(
  bar: Bar,
  unit: string,
  row: number,
  legend: readonly string[],
  scale: (value: number) => number,
): string {
  const top = TITLE_HEIGHT + row * ROW_HEIGHT;
  let from = 0;
  const rects = bar.parts.map(({ name, value }) => {
    const x = MARGIN + scale(from);
    from += value;
    const width = Math.max(MARGIN + scale(from) - x - (bar.parts.length > 1 ? 1 : 0), 0.5);
    return `<rect class="part${legend.indexOf(name)}" x="${round(x)}" y="${top + 8}" width="${round(width)}" height="${BAR_HEIGHT}"/>`;
  });
  return [
    text(MARGIN, top, bar.name),
    text(WIDTH - MARGIN, top, formatValue(lengthOf(bar), unit), 'value'),
    ...rects,
  ].join('\n');
}

function drawLimit(
  limit: PlotPart,
  unit: string,
  line: number,
  barsEnd: number,
  scale: (value: number) => number,
): string {
  const x = round(MARGIN + scale(limit.value));
  const y = barsEnd + 2 + line * LINE_HEIGHT;
  const isRight = scale(limit.value) > INNER / 2;
  const label = `${limit.name}: ${formatValue(limit.value, unit)}`;
  const rows = Array.from({ length: (barsEnd - TITLE_HEIGHT) / ROW_HEIGHT }, (_, row) => {
    const top = TITLE_HEIGHT + row * ROW_HEIGHT + 5;
    return [top, top + BAR_HEIGHT + 6] as const;
  });
  return [
    // Next to the bars only, never across a name or a figure.
    ...[...rows, [barsEnd - 8, y + 6] as const].map(
      ([from, to]) => `<line class="limit" x1="${x}" x2="${x}" y1="${from}" y2="${to}"/>`,
    ),
    text(Number(x) + (isRight ? -6 : 6), y + 6, label, isRight ? 'note end' : 'note'),
  ].join('\n');
}

function drawLegend(legend: readonly string[], top: number): string[] {
  const lines = Math.ceil(legend.length / LEGEND_COLUMNS);
  return legend.map((name, place) => {
    const x = MARGIN + Math.floor(place / lines) * (INNER / LEGEND_COLUMNS);
    const y = top + 12 + (place % lines) * LINE_HEIGHT;
    return `<rect class="part${place}" x="${x}" y="${y - 10}" width="12" height="12"/>${text(x + 20, y, name, 'note')}`;
  });
}

function text(x: number, y: number, content: string, name = 'label'): string {
  return `<text class="${name}" x="${x}" y="${y}">${escapeXml(content)}</text>`;
}

function style(): string {
  return `${colours('#ffffff', '#1c2328', '#5b6770', '#b3261e', [...LIGHT, ...MORE_LIGHT])}
@media (prefers-color-scheme: dark) { ${colours('#14181b', '#e6eaed', '#a9b4bc', '#ffffff', [...DARK, ...MORE_DARK])} }
text { font: 13px system-ui, sans-serif; }
.title { font-size: 16px; font-weight: 600; }
.value, .end { text-anchor: end; }
.value { font-variant-numeric: tabular-nums; }
.limit { stroke-width: 2; }`;
}

function colours(
  paper: string,
  ink: string,
  soft: string,
  limit: string,
  parts: readonly string[],
): string {
  const fills = parts.map((colour, place) => `.part${place} { fill: ${colour}; }`).join(' ');
  return `.paper { fill: ${paper}; } text { fill: ${ink}; } .note { fill: ${soft}; } .limit { stroke: ${limit}; } ${fills}`;
}

function round(value: number): string {
  return value.toFixed(1);
}

function escapeXml(content: string): string {
  return content
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Pixels. */
const WIDTH = 720;
const HEIGHT = 220;
const LEFT = 24;
const RIGHT = 24;
const TOP = 56;
const BOTTOM = 36;

export interface Line {
  readonly title: string;
  /** Seconds since the start, and the value. */
  readonly points: readonly (readonly [seconds: number, value: number])[];
  readonly describe: (value: number) => string;
}

/**
 * A line over time, starting at zero, as an SVG that follows the reader's light or dark color
 * scheme.
 */
export function drawLine({ title, points, describe }: Line): string {
  const last = Math.max(...points.map(([seconds]) => seconds), 1);
  const top = Math.max(...points.map(([, value]) => value), Number.MIN_VALUE);
  const x = (seconds: number) => LEFT + (seconds / last) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM);
  const path = points.map(([seconds, value]) => `${round(x(seconds))},${round(y(value))}`);
  const final = points.at(-1)?.[1] ?? 0;
  const said = `${title}: at most ${describe(top)}, at the end ${describe(final)}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escapeXml(said)}">`,
    `<style>${STYLE}</style>`,
    `<rect class="paper" width="${WIDTH}" height="${HEIGHT}" rx="8"/>`,
    `<text class="title" x="${LEFT}" y="26">${escapeXml(title)}</text>`,
    `<text class="note" x="${LEFT}" y="46">${escapeXml(`at most ${describe(top)}`)}</text>`,
    `<line class="axis" x1="${LEFT}" y1="${y(0)}" x2="${WIDTH - RIGHT}" y2="${y(0)}"/>`,
    `<polyline class="line" points="${path.join(' ')}"/>`,
    `<text class="note" x="${LEFT}" y="${HEIGHT - 12}">0 min</text>`,
    `<text class="note end" x="${WIDTH - RIGHT}" y="${HEIGHT - 12}">${Math.round(last / 60)} min</text>`,
    '</svg>',
    '',
  ].join('\n');
}

const LIGHT =
  '.paper { fill: #ffffff; } text { fill: #1c2328; } .note { fill: #5b6770; } .line { stroke: #1f5a8a; } .axis { stroke: #a9b4bc; }';
const DARK =
  '.paper { fill: #14181b; } text { fill: #e6eaed; } .note { fill: #a9b4bc; } .line { stroke: #5fa8dd; } .axis { stroke: #5b6770; }';
const STYLE = `${LIGHT} @media (prefers-color-scheme: dark) { ${DARK} }
text { font: 13px system-ui, sans-serif; } .title { font-size: 16px; font-weight: 600; } .end { text-anchor: end; }
.line { fill: none; stroke-width: 2; }`;

function round(value: number): string {
  return value.toFixed(1);
}

function escapeXml(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

import { encode } from 'uqr';

/** Light modules around the code, which scanners need to detect it. */
const QUIET = 4;

/** Encodes a text as a QR code: its side in modules, and its dark modules as an SVG path. */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET });
  const runs = data.flatMap((row, y) => darkRuns(row).map((run) => rectangle(run, y)));
  return { size, path: runs.join('') };
}

interface Run {
  readonly start: number;
  readonly length: number;
}

/** Merges adjacent dark modules, because browsers would draw hairlines between them. */
function darkRuns(row: readonly boolean[]): Run[] {
  const runs: Run[] = [];
  for (let start = 0; start < row.length; start += 1) {
    if (!row[start]) continue;
    const end = row.indexOf(false, start);
    const length = (end === -1 ? row.length : end) - start;
    runs.push({ start, length });
    start += length;
  }
  return runs;
}

function rectangle({ start, length }: Run, y: number): string {
  return `M${start} ${y}h${length}v1h-${length}z`;
}

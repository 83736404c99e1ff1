import type { Environment } from '../api/client.ts';
import { ApiError, type ErrorEntry } from '../api/errors.ts';
import type { ExportList } from './export-columns.ts';

export interface ExportRequest {
  readonly list: ExportList;
  readonly storeId: string;
  readonly filter: object;
  readonly orderBy: string;
  readonly columns: readonly string[];
  readonly format: 'csv' | 'jsonl';
  readonly timeZone: string;
}

/** Maximum rows in a response; one with fewer rows completes the file. */
const MAX_ROWS = 10_000;
/** Maximum consecutive retries that return no complete row. */
const MAX_FAILURES = 5;
const PAUSE_MS = 1_000;

/**
 * Fetches the file in parts, each resuming after the last complete row, including after a lost
 * connection or a 429 response. Throws any other error, and the last one if retries don't help.
 */
export async function fetchExport(
  wanted: ExportRequest,
  environment: Environment,
  tell: (rows: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const parts: Blob[] = [];
  let rows = 0;
  let after: string | undefined;
  for (let failures = 0; ; ) {
    const part = await fetchPart({ ...wanted, after }, environment, signal, (more) =>
      tell(rows + more),
    );
    parts.push(new Blob([part.text]));
    rows += part.rows;
    after = part.last ?? after;
    if (part.isWhole && part.rows < MAX_ROWS) break;
    failures = part.rows > 0 ? 0 : failures + 1;
    if (failures > MAX_FAILURES && part.error) throw part.error;
    if (!part.isWhole) await pause(part.waitMs, signal);
  }
  return new Blob(parts, { type: wanted.format === 'csv' ? 'text/csv' : 'application/x-ndjson' });
}

interface Part {
  readonly text: string;
  readonly rows: number;
  readonly last: string | undefined;
  readonly isWhole: boolean;
  readonly waitMs: number;
  readonly error?: unknown;
}

async function fetchPart(
  wanted: ExportRequest & { readonly after: string | undefined },
  environment: Environment,
  signal: AbortSignal,
  tell: (rows: number) => void,
): Promise<Part> {
  const kept = createLines(wanted);
  try {
    const answer = await fetch('/v1/export', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-environment': environment },
      body: JSON.stringify(wanted),
      signal,
    });
    if (!answer.ok || !answer.body) return await refused(answer);
    // Keeps the byte order mark, which is part of the file.
    const decoder = new TextDecoderStream('utf-8', { ignoreBOM: true });
    const reader = answer.body.pipeThrough(decoder).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      kept.add(next.value);
      tell(kept.rows);
    }
    return { ...kept.end(true), isWhole: true, waitMs: 0 };
  } catch (error) {
    if (signal.aborted || (error instanceof ApiError && error.status !== 429)) throw error;
    return { ...kept.end(false), isWhole: false, waitMs: PAUSE_MS, error };
  }
}

/** An empty part with the time to wait after a 429 response. Throws any other error. */
async function refused(answer: Response): Promise<Part> {
  const body = (await answer.json().catch(() => null)) as { errors?: ErrorEntry[] } | null;
  const error = new ApiError(answer.status, body?.errors ?? [], answer.headers.get('x-request-id'));
  if (answer.status !== 429) throw error;
  const waitMs = 1_000 * (Number(answer.headers.get('retry-after')) || 1);
  return { text: '', rows: 0, last: undefined, isWhole: false, waitMs, error };
}

/** Collects the complete lines received so far, and the ID of the last one. */
function createLines({
  format,
  after,
}: Pick<ExportRequest, 'format'> & { readonly after: string | undefined }) {
  let texts: string[] = [];
  let rest = '';
  let last: string | undefined;
  let lines = 0;
  const headings = format === 'csv' && after === undefined ? 1 : 0;
  return {
    add: (text: string) => {
      const whole = (rest + text).lastIndexOf('\n') + 1;
      const all = rest + text;
      rest = all.slice(whole);
      if (whole === 0) return;
      const kept = all.slice(0, whole);
      texts.push(kept);
      const found = kept.split('\n').slice(0, -1);
      lines += found.length;
      if (lines > headings) last = idOf(found.at(-1) as string, format);
    },
    get rows() {
      return Math.max(0, lines - headings);
    },
    end(isWhole: boolean) {
      const text = texts.join('');
      texts = [];
      // The heading of a response that was cut before its first row is dropped, because the next
      // response repeats it.
      const isHeadingAlone = !isWhole && last === undefined && after === undefined;
      return { text: isHeadingAlone ? '' : text, rows: Math.max(0, lines - headings), last };
    },
  };
}

function idOf(line: string, format: string): string {
  return format === 'csv' ? (line.split(',', 1)[0] as string).trim() : JSON.parse(line).id;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** Downloads the file. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

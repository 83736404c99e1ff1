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

/** Rows of one answer; fewer say that the file is complete. */
const MAX_ROWS = 10_000;
/** Retries after an answer was cut off without a row. */
const MAX_FAILURES = 5;
const PAUSE_MS = 1_000;

/**
 * Fetches the file, part by part: each goes on behind the last whole row that came, also after the
 * connection was lost or the limit of requests was reached. Throws what refuses the first part.
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
    // The byte order mark belongs to the file.
    const decoder = new TextDecoderStream('utf-8', { ignoreBOM: true });
    const reader = answer.body.pipeThrough(decoder).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      kept.add(next.value);
      tell(kept.rows);
    }
    return { ...kept.end(), isWhole: true, waitMs: 0 };
  } catch (error) {
    if (signal.aborted || (error instanceof ApiError && error.status !== 429)) throw error;
    return { ...kept.end(), isWhole: false, waitMs: PAUSE_MS, error };
  }
}

/** Waits after too many requests. Throws any other error. */
async function refused(answer: Response): Promise<Part> {
  const body = (await answer.json().catch(() => null)) as { errors?: ErrorEntry[] } | null;
  const error = new ApiError(answer.status, body?.errors ?? [], answer.headers.get('x-request-id'));
  if (answer.status !== 429) throw error;
  const waitMs = 1_000 * (Number(answer.headers.get('retry-after')) || 1);
  return { text: '', rows: 0, last: undefined, isWhole: false, waitMs, error };
}

/** The whole lines of what came so far, with the id of the last one. */
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
    end() {
      const text = texts.join('');
      texts = [];
      // A heading alone is written again by the answer that starts over.
      const isHeadingAlone = last === undefined && after === undefined && rest !== '';
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

/** Hands the visitor a file. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

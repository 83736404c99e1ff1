import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, inject } from 'vitest';
import { STATEMENT_CHANNEL } from '../../../src/database/statement.ts';

/** Stack frames searched for the function that sent a statement. */
const MAX_FRAMES = 20;
const PROJECT = join(import.meta.dirname, '../../..');
const FRAME = /at (?:async )?(?:(?:\w+\.)?([\w$]+) )?.*?(?:file:\/\/)?(\/[^:()]+\.ts):\d+/;

/** A statement as the service sent it, and the function that sent it. */
export interface Recorded {
  readonly text: string;
  /** `src/….ts#function`. */
  readonly sender: string;
}

declare global {
  /** Lines that aren't written yet; set once the process records. */
  var recordedStatements: string[] | undefined;
}

// Once per process, which runs many files.
if (!globalThis.recordedStatements) {
  const lines: string[] = [];
  globalThis.recordedStatements = lines;
  const known = new Set<string>();
  subscribe(STATEMENT_CHANNEL, (message) => {
    const text = message as string;
    if (known.has(text)) return;
    const sender = findSender();
    if (sender === null) return;
    known.add(text);
    lines.push(`${JSON.stringify({ text, sender } satisfies Recorded)}\n`);
  });
}

afterAll(() => {
  const lines = globalThis.recordedStatements?.splice(0) ?? [];
  appendFileSync(join(inject('statementFolder'), `${process.pid}.jsonl`), lines.join(''));
});

/** The nearest function outside the database folder; null for a test's. */
function findSender(): string | null {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = MAX_FRAMES;
  const stack = new Error('where').stack ?? '';
  Error.stackTraceLimit = before;
  for (const line of stack.split('\n')) {
    const [, name = '', path] = FRAME.exec(line) ?? [];
    if (!path) continue;
    const file = relative(PROJECT, path);
    if (file.startsWith('src/database/') || file.startsWith('test/support/statements/')) continue;
    if (file === 'src/kit/tracing.ts') continue;
    return file.startsWith('src/') && !file.endsWith('.test.ts') ? `${file}#${name}` : null;
  }
  return null;
}

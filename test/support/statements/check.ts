import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { Recorded } from './record.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the processes of a run write the statements they recorded. */
    readonly statementFolder: string;
  }
}

/**
 * Records the service's statements during the run, and fails it at the end if one of them doesn't
 * identify whose rows it means (docs/contract/invariants.md#40).
 */
export function setup(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-statements-'));
  project.provide('statementFolder', folder);
  return async () => {
    try {
      const recorded = readRecorded(folder);
      if (recorded.length === 0) return;
      const { judge } = await import('./judge.ts');
      const faults = judge(recorded);
      if (faults.length === 0) return;
      process.stderr.write(
        `\nStatements that don't say whose rows they mean:\n${faults.join('\n')}\n`,
      );
      process.exitCode = 1;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

function readRecorded(folder: string): Recorded[] {
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean),
  );
  return [...new Set(lines)].map((line) => JSON.parse(line) as Recorded);
}

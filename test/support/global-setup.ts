import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { currentOrigin } from '../../src/database/prepared.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files get their migrated database from. */
    readonly testDatabase: TestDatabaseSource;
  }
}

/**
 * A template of this run on the server, or a dump shared by all runs with the same schema. A
 * cluster has one database for all, prepared by `tillgate distribute`.
 */
export type TestDatabaseSource =
  | { readonly engine: 'cluster'; readonly url: string }
  | { readonly engine: 'postgres'; readonly serverUrl: string; readonly template: string }
  | { readonly engine: 'embedded'; readonly dumpPath: string; readonly socketFolder: string };

const cache = join(import.meta.dirname, '../../node_modules/.cache/tillgate');
/** Digits of the hash that identifies a schema. */
const HASH_LENGTH = 16;

/**
 * Announces where the template is. The first test that opens a database creates it: most runs are
 * short.
 */
export function setup(project: TestProject): (() => Promise<void>) | undefined {
  const { TEST_CITUS_URL, TEST_DATABASE_URL: serverUrl } = process.env;
  if (TEST_CITUS_URL) {
    project.provide('testDatabase', { engine: 'cluster', url: TEST_CITUS_URL });
    return undefined;
  }
  if (!serverUrl) {
    const { engine, migrations } = currentOrigin();
    const dumpPath = join(cache, `empty-${engine}-${migrations.slice(0, HASH_LENGTH)}.tar`);
    // The last engine of a process ends with it and leaves its socket behind.
    const socketFolder = mkdtempSync(join(tmpdir(), 'tillgate-engines-'));
    project.provide('testDatabase', { engine: 'embedded', dumpPath, socketFolder });
    return async () => rmSync(socketFolder, { recursive: true, force: true });
  }
  const template = `tillgate_test_${process.pid}`;
  const source = { engine: 'postgres', serverUrl, template } as const;
  project.provide('testDatabase', source);
  return async () => {
    const { dropKept } = await import('./kept-database.ts');
    await dropKept(source);
  };
}

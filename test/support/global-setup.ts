import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files get their migrated database from. */
    readonly testDatabase: TestDatabaseSource;
  }
}

/** A template of this run on the server, or a dump that every run with the same schema shares. */
export type TestDatabaseSource =
  | { readonly engine: 'postgres'; readonly serverUrl: string; readonly template: string }
  | { readonly engine: 'embedded'; readonly dumpPath: string };

const root = join(import.meta.dirname, '../..');
const migrations = join(root, 'src', 'database', 'migrations');
const cache = join(root, 'node_modules', '.cache', 'tillgate');

/** Says where the template is. The first test that opens a database makes it: most runs are short. */
export function setup(project: TestProject): (() => Promise<void>) | undefined {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl) {
    const dumpPath = join(cache, `empty-${schemaHash()}.tar`);
    project.provide('testDatabase', { engine: 'embedded', dumpPath });
    return undefined;
  }
  const template = `tillgate_template_${process.pid}`;
  project.provide('testDatabase', { engine: 'postgres', serverUrl, template });
  return async () => {
    const { administer } = await import('./server-database.ts');
    await administer(serverUrl, `drop database if exists ${template} with (force)`);
  };
}

/** Changes with the migrations and with the engine. */
function schemaHash(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(migrations).sort()) {
    hash.update(name).update(readFileSync(join(migrations, name)));
  }
  const engine = join(createRequire(import.meta.url).resolve('@electric-sql/pglite'), '../..');
  hash.update(readFileSync(join(engine, 'package.json')));
  return hash.digest('hex').slice(0, 16);
}

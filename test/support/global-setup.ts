import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { currentOrigin } from '../../src/database/prepared.ts';

/** Where a server's databases come from. */
export type ServerSource = Exclude<TestDatabaseSource, { readonly engine: 'embedded' }>;

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files get their migrated database from. */
    readonly testDatabase: TestDatabaseSource;
  }
}

/**
 * A template of this run on the server, or on the coordinator and all nodes of a cluster; or a dump
 * shared by all runs with the same schema.
 */
export type TestDatabaseSource =
  | {
      readonly engine: 'cluster' | 'postgres';
      /** A cluster's coordinator comes first. */
      readonly servers: readonly [string, ...string[]];
      readonly template: string;
      /** Names of this run's databases begin with it. */
      readonly prefix: string;
    }
  | { readonly engine: 'embedded'; readonly dumpPath: string; readonly socketFolder: string };

const cache = join(import.meta.dirname, '../../node_modules/.cache/tillgate');
/** Digits of the hash that identifies a schema. */
const HASH_LENGTH = 16;

/**
 * Announces where the template is. The first test that opens a database creates it: most runs are
 * short.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_CITUS_URL: coordinator, TEST_DATABASE_URL: serverUrl } = process.env;
  if (!coordinator && !serverUrl) {
    const { engine, migrations } = currentOrigin();
    const dumpPath = join(cache, `empty-${engine}-${migrations.slice(0, HASH_LENGTH)}.tar`);
    // The last engine of a process ends with it and leaves its socket behind.
    const socketFolder = mkdtempSync(join(tmpdir(), 'tillgate-engines-'));
    project.provide('testDatabase', { engine: 'embedded', dumpPath, socketFolder });
    return async () => rmSync(socketFolder, { recursive: true, force: true });
  }
  const prefix = `tillgate_test_${process.pid}`;
  const source = coordinator
    ? await describeCluster(coordinator, prefix)
    : ({ engine: 'postgres', servers: [serverUrl as string], template: prefix, prefix } as const);
  project.provide('testDatabase', source);
  return async () => {
    const { dropKept } = await import('./kept-database.ts');
    await dropKept(source);
  };
}

/** A cluster's template is kept between runs: making it takes a minute. */
async function describeCluster(coordinator: string, prefix: string): Promise<ServerSource> {
  const { listServers } = await import('./cluster-databases.ts');
  const { makeTemplate } = await import('./template.ts');
  const template = `tillgate_empty_${currentOrigin().migrations.slice(0, HASH_LENGTH)}`;
  const servers = await listServers(coordinator);
  const source = { engine: 'cluster', servers, template, prefix } as const;
  await makeTemplate(source);
  return source;
}

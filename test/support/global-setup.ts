import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openServer } from '../../src/database/open.ts';
import { prepareKeyPairs } from './key-pairs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files get their migrated database from. */
    readonly testDatabase: TestDatabaseSource;
  }
}

export type TestDatabaseSource =
  | { readonly engine: 'postgres'; readonly serverUrl: string; readonly template: string }
  | { readonly engine: 'embedded'; readonly dumpPath: string };

const TIMEOUT_MS = 60_000;

/** Migrates one database that every test file starts from: a template, or a dump. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await prepareKeyPairs();
  const serverUrl = process.env.TEST_DATABASE_URL;
  return serverUrl ? setUpServer(project, serverUrl) : setUpEmbedded(project);
}

async function setUpServer(project: TestProject, serverUrl: string) {
  const template = `tillgate_template_${process.pid}_${project.name}`;
  await administer(serverUrl, `create database ${template}`);
  const database = await openServer(withDatabase(serverUrl, template), 1, TIMEOUT_MS);
  await migrate(database);
  await database.close();
  project.provide('testDatabase', { engine: 'postgres', serverUrl, template });
  return () => administer(serverUrl, `drop database ${template} with (force)`);
}

async function setUpEmbedded(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'tillgate-test-'));
  const dataDir = join(folder, 'template');
  const database = await openEmbedded({ dataDir, timeoutMs: TIMEOUT_MS });
  await migrate(database);
  await database.close();
  const dumpPath = join(folder, 'template.tar');
  await promisify(execFile)('tar', ['-cf', dumpPath, '-C', join(dataDir, 'postgres'), '.']);
  await writeFile(join(folder, 'README'), 'Left behind by an interrupted test run.\n');
  project.provide('testDatabase', { engine: 'embedded', dumpPath });
  return () => rm(folder, { recursive: true, force: true });
}

/** Runs one statement on the server's own database. */
export async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The server's URL with another database's name. */
export function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}

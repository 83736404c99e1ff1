import { inject } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { openServer } from '../../src/database/open.ts';
import { takeKeptDatabase } from './kept-database.ts';
import { openKeptEngine } from './kept-engine.ts';
import { takeKeyPairsAnew } from './key-pairs.ts';
import { makeTemplate } from './template.ts';

const POOL_SIZE = 10;
const TIMEOUT_MS = 10_000;

export interface TestDatabase {
  readonly database: Database;
  /** URL of this database on the server; null if embedded. */
  readonly url: string | null;
  close(): Promise<void>;
}

/** A migrated database for this test file. */
export async function openTestDatabase(isFresh = false): Promise<TestDatabase> {
  const source = inject('testDatabase');
  takeKeyPairsAnew();
  await makeTemplate(source);
  if (source.engine === 'embedded') {
    const database = await openKeptEngine(source, TIMEOUT_MS, isFresh);
    return { database, url: null, close: () => database.close() };
  }
  const { url, release } = await takeKeptDatabase(source, isFresh);
  const database = await openServer(url, POOL_SIZE, TIMEOUT_MS);
  const close = async () => {
    await database.close();
    await release();
  };
  return { database, url, close };
}

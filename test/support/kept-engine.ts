import type { Database } from '../../src/database/database.ts';
import {
  addressOf,
  type EmbeddedEngine,
  openOnEngine,
  startEngine,
} from '../../src/database/embedded-engine.ts';
import { createKeeper } from './database-keeper.ts';
import type { TestDatabaseSource } from './global-setup.ts';

type EmbeddedSource = Extract<TestDatabaseSource, { readonly engine: 'embedded' }>;

/** Engines: starting one takes half a second. */
const take = createKeeper<EmbeddedEngine, EmbeddedSource>({
  create: ({ dumpPath, socketFolder }) =>
    startEngine({ dataDir: null, dumpPath, isDurable: false }, socketFolder),
  addressesOf: (engine) => [addressOf(engine)],
  remove: (engine) => engine.stop(),
});

/** An empty migrated database in memory. */
export async function openKeptEngine(
  source: EmbeddedSource,
  timeoutMs: number,
  isFresh: boolean,
): Promise<Database> {
  const { kept, release } = await take(source, isFresh);
  return openOnEngine(kept, { timeoutMs, onClose: release });
}

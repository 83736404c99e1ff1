import type { Database } from '../../src/database/database.ts';
import {
  addressOf,
  type EmbeddedEngine,
  openOnEngine,
  startEngine,
} from '../../src/database/embedded-engine.ts';
import { isEmptied, onConnection, readFingerprint } from './emptied.ts';
import type { TestDatabaseSource } from './global-setup.ts';

type EmbeddedSource = Extract<TestDatabaseSource, { readonly engine: 'embedded' }>;

interface KeptEngine {
  readonly engine: EmbeddedEngine;
  readonly fingerprint: string;
}

/** The engine that the last test file of this process left. */
let spare: KeptEngine | undefined;

/**
 * An empty migrated database in memory. Starting an engine takes half a second, so a file takes the
 * engine of the file before, emptied, unless that one changed more than rows.
 */
export async function openKeptEngine(
  source: EmbeddedSource,
  timeoutMs: number,
  isFresh: boolean,
): Promise<Database> {
  const kept = (isFresh ? undefined : spare) ?? (await start(source));
  if (kept === spare) spare = undefined;
  const { engine, fingerprint } = kept;
  const onClose = async () => {
    if (spare === undefined && (await isEmptied(addressOf(engine), fingerprint))) spare = kept;
    else await engine.stop();
  };
  return openOnEngine(engine, { timeoutMs, onClose });
}

async function start({ dumpPath, socketFolder }: EmbeddedSource): Promise<KeptEngine> {
  const engine = await startEngine({ dataDir: null, dumpPath, isDurable: false }, socketFolder);
  return { engine, fingerprint: await onConnection(addressOf(engine), readFingerprint) };
}

// Creates the data folder that first starts copy: the engine's own, with every migration applied.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '../dist/database/database.js';
import { openEmbedded } from '../dist/database/embedded.js';
import { migrate } from '../dist/database/migrate.js';
import { isPreparedCurrent, packPrepared } from '../dist/database/prepared.js';

const TIMEOUT_MS = 60_000;

/** An aborted build sends SIGTERM; what was opened is then closed and removed. */
let isCutShort = false;
process.once('SIGTERM', () => {
  isCutShort = true;
  process.exitCode = 1;
});

/** PostgreSQL's templates, which nothing copies: almost half of the folder's files. */
async function dropUnused(database) {
  await database.query(sql`update pg_database set datistemplate = false`);
  await database.query(sql`drop database template0`);
  await database.query(sql`drop database template1`);
}

if (!isPreparedCurrent()) {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-prepare-'));
  try {
    const database = await openEmbedded({ dataDir: folder, timeoutMs: TIMEOUT_MS });
    if (!isCutShort) {
      await migrate(database);
      await dropUnused(database);
    }
    await database.close();
    if (!isCutShort) packPrepared(join(folder, 'postgres'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

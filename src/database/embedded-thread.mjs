// Plain JavaScript, because a worker thread starts the same from the sources and from the build.
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

/** @type {import('./embedded.ts').EmbeddedThreadOptions} */
const { dataDir, socketPath, dumpPath, engine } = workerData;
const database = await PGlite.create({
  pgliteWasmModule: engine,
  ...(dataDir === null ? {} : { dataDir }),
  ...(dumpPath === null ? {} : { loadDataDir: new Blob([await readFile(dumpPath)]) }),
});
// The driver's pool holds one; when it replaces a failed one, the old may still be closing.
const server = new PGLiteSocketServer({ db: database, path: socketPath, maxConnections: 2 });
await server.start();

parentPort?.on('message', async () => {
  await server.stop();
  await database.close();
  parentPort?.postMessage('closed');
});
parentPort?.postMessage('ready');

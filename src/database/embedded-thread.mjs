// Plain JavaScript, so that the worker thread starts the same way from the sources and the build.
import { fdatasyncSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { flushPath } from './flush-folder.mjs';

/** Enough for one connection. The engine's default of 128 MB of buffers would never be released. */
const SETTINGS = [
  'shared_buffers=16MB',
  'wal_buffers=512kB',
  'max_connections=4',
  'max_wal_senders=0',
  'max_replication_slots=0',
  // The engine's default, fdatasync, does nothing in WebAssembly.
  'wal_sync_method=fsync',
];
/** Disables flushing to disk. */
const NO_FSYNC = '-F';
/** The errno that the engine treats as a disk error. */
const EIO = 29;

/** A file system that flushes to disk when the engine requests it. */
class FlushedFiles extends NodeFS {
  /** @override */
  async init(pg, options) {
    const { emscriptenOpts } = await super.init(pg, options);
    emscriptenOpts.preRun.push(({ FS }) => {
      const { NODEFS } = FS.filesystems;
      NODEFS.stream_ops.fsync = (stream) => flush(stream, NODEFS);
    });
    return { emscriptenOpts };
  }
}

/** A file is already open; a folder isn't. */
function flush({ nfd, node }, files) {
  try {
    if (nfd !== undefined) fdatasyncSync(nfd);
    else flushPath(files.realPath(node));
    return 0;
  } catch {
    return EIO;
  }
}

/** @type {import('./embedded-engine.ts').EmbeddedThreadOptions} */
const { dataDir, socketPath, dumpPath, engine, isDurable } = workerData;
const isFlushed = isDurable && dataDir !== null;
const database = await PGlite.create({
  pgliteWasmModule: engine,
  startParams: [
    ...PGlite.defaultStartParams.filter((name) => name !== NO_FSYNC || !isFlushed),
    ...SETTINGS.flatMap((setting) => ['-c', setting]),
  ],
  ...(isFlushed ? { fs: new FlushedFiles(dataDir) } : dataDir === null ? {} : { dataDir }),
  ...(dumpPath === null ? {} : { loadDataDir: new Blob([await readFile(dumpPath)]) }),
});
// The pool has one connection. While it replaces a failed one, the old one may still be closing.
const server = new PGLiteSocketServer({ db: database, path: socketPath, maxConnections: 2 });
await server.start();

parentPort?.on('message', async () => {
  await server.stop();
  await database.close();
  parentPort?.postMessage('closed');
});
parentPort?.postMessage('ready');

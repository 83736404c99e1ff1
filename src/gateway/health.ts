import type { FastifyInstance } from 'fastify';
import { type Database, sql } from '../database/database.ts';
import { asFault, UnavailableError } from '../database/faults.ts';
import { at } from './route-list.ts';

/**
 * Milliseconds for which a check of the database is reused, so that frequent probes cause no load.
 */
const FRESH_MS = 500;

export interface Health {
  /** From now on `/readyz` fails, and every response asks its client to close the connection. */
  drain(): void;
  /** Only asks clients to close connections, because other processes serve the same address. */
  retire(): void;
}

/** Serves `/healthz`, which needs nothing, and `/readyz`, which needs a writable database. */
export function serveHealth(http: FastifyInstance, database: Database): Health {
  let draining = false;
  let leaving = false;
  const tryWrite = shareFor(FRESH_MS, () => write(database));
  http.get('/healthz', at('gateway/health.ts', 'none'), () => ({ status: 'ok' }));
  http.get('/readyz', at('gateway/health.ts', 'none'), async (request, reply) => {
    if (draining) return reply.code(503).send({ status: 'draining' });
    try {
      await tryWrite();
      return { status: 'ready' };
    } catch (error) {
      const fault = asFault(error);
      const reason = fault instanceof UnavailableError ? fault.reason : 'failed';
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'database unavailable', reason });
    }
  });
  http.addHook('onSend', (_request, reply, payload, done) => {
    // Closing an idle connection later could lose a request that is just arriving.
    if (leaving) reply.header('connection', 'close');
    done(null, payload);
  });
  const retire = () => {
    leaving = true;
  };
  return {
    retire,
    drain: () => {
      draining = true;
      retire();
    },
  };
}

/** Locks a row, which is logged and committed like any change but leaves nothing to vacuum. */
async function write(database: Database): Promise<void> {
  await database.query(sql`select from installation for update`);
}

/** Shares one call among requests within the given time. */
function shareFor(ms: number, call: () => Promise<void>): () => Promise<void> {
  let shared: Promise<void> | null = null;
  return () => {
    if (shared) return shared;
    const mine = call();
    shared = mine;
    const forget = () => {
      shared = null;
    };
    mine.then(() => setTimeout(forget, ms).unref(), forget);
    return mine;
  };
}

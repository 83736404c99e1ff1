import type { FastifyInstance } from 'fastify';
import { type Database, sql } from '../database/database.ts';
import { asFault, UnavailableError } from '../database/faults.ts';
import { at } from './route-list.ts';

/** Milliseconds for which an answer of the database stands: nobody makes load by asking. */
const FRESH_MS = 500;

export interface Health {
  /** From here on `/readyz` says no, and every answer asks its client to let the connection go. */
  drain(): void;
  /** Only the latter, because other processes take requests at the same address. */
  retire(): void;
}

/** Serves `/healthz`, which needs nothing, and `/readyz`, which needs a database that can be written to. */
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
    // A kept connection that we closed later could lose the request that is just on its way.
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

/** Locks a row, which is written to the log and committed like any change, but leaves nothing to vacuum. */
async function write(database: Database): Promise<void> {
  await database.query(sql`select from installation for update`);
}

/** One call for all that ask within the time. */
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

import type { FastifyInstance } from 'fastify';
import { type Database, sql } from '../database/database.ts';

export interface Health {
  /** From here on `/readyz` says no, and every answer asks its client to let the connection go. */
  drain(): void;
}

/** Serves `/healthz`, which needs nothing, and `/readyz`, which needs the database (invariant 34). */
export function serveHealth(http: FastifyInstance, database: Database): Health {
  let draining = false;
  http.get('/healthz', () => ({ status: 'ok' }));
  http.get('/readyz', async (_request, reply) => {
    if (draining) return reply.code(503).send({ status: 'draining' });
    try {
      await database.query(sql`select 1`);
      return { status: 'ready' };
    } catch {
      return reply.code(503).send({ status: 'database unavailable' });
    }
  });
  http.addHook('onSend', (_request, reply, payload, done) => {
    // A kept connection that we closed later could lose the request that is just on its way.
    if (draining) reply.header('connection', 'close');
    done(null, payload);
  });
  return {
    drain: () => {
      draining = true;
    },
  };
}

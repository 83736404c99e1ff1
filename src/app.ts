import type { FastifyInstance } from 'fastify';
import { actions } from './actions.ts';
import type { Config } from './config.ts';
import type { Ports } from './contract/ports.ts';
import { type Database, sql } from './database/database.ts';
import { createAuthenticator } from './gateway/authenticate.ts';
import { createKeyLookup } from './gateway/credentials/key-lookup.ts';
import { createRateLimiter } from './gateway/rate-limit.ts';
import type { Gateway } from './gateway/run-action.ts';
import { createServer } from './gateway/server.ts';
import { jobs } from './jobs.ts';
import type { Clock } from './kit/time.ts';
import { createSecrets } from './secrets.ts';
import { createWorker, type Worker } from './worker/worker.ts';

export interface App {
  readonly http: FastifyInstance;
  readonly worker: Worker;
  /** From here on `/readyz` says no, so that no new request is sent here. */
  drain(): void;
}

export interface AppOptions {
  readonly config: Config;
  readonly secretKey: string;
  readonly database: Database;
  readonly clock: Clock;
}

/** Composes the service from its parts; the tests compose it the same way. */
export function createApp({ config, secretKey, database, clock }: AppOptions): App {
  const ports: Ports = {
    publicUrl: config.PUBLIC_URL,
    settings: {
      signUpOpen: config.SIGN_UP === 'open',
      kybAutoApprove: config.KYB_AUTO_APPROVE,
      allowPrivateWebhooks: config.ALLOW_PRIVATE_WEBHOOKS,
    },
    secrets: createSecrets(secretKey),
  };
  const gateway: Gateway = {
    config,
    database,
    clock,
    ports,
    authenticator: createAuthenticator(database, createKeyLookup(database), ports),
    rateLimiter: createRateLimiter(config.RATE_LIMITS === 'on'),
  };
  const http = createServer(gateway, actions);
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
  const worker = createWorker(jobs, {
    database,
    now: () => clock.now(),
    onError: (job, error) => http.log.error({ err: error, job }, 'job failed'),
  });
  return {
    http,
    worker,
    drain: () => {
      draining = true;
    },
  };
}

import type { FastifyInstance } from 'fastify';
import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { Database } from '../src/database/database.ts';
import { inventDemo } from '../src/demo/demo-file.ts';
import { serveDemo } from '../src/demo/start-demo.ts';
import type { ListedRoute } from '../src/gateway/route-list.ts';

export interface RegisteredRoutes {
  readonly listed: readonly ListedRoute[];
  /** The closed server, whose router still knows what was registered. */
  readonly http: FastifyInstance;
}

/** The routes of a service with its default settings and the demo; this needs no database. */
export async function registeredRoutes(): Promise<RegisteredRoutes> {
  const refuse = () => Promise.reject(new Error('There is no database here'));
  const database: Database = {
    engine: 'postgres',
    isPooled: false,
    query: refuse,
    transaction: refuse,
    session: refuse,
    wake: () => {},
    onWake: () => () => {},
    connections: () => ({ busy: 0, idle: 0, waiting: 0 }),
    close: async () => {},
  };
  const clock = { now: () => new Date(0) };
  const config = readConfig({});
  const app = createApp({ config, secretKey: 'x'.repeat(64), database, clock });
  const demo = await inventDemo(config.PUBLIC_URL);
  serveDemo(app.http, () => demo, clock);
  await app.http.ready();
  await app.http.close();
  return { listed: app.routes, http: app.http };
}

import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { Database } from '../src/database/database.ts';
import type { ListedRoute } from '../src/gateway/route-list.ts';

/** The routes of a service with its default settings; registering them needs no database. */
export async function registeredRoutes(): Promise<readonly ListedRoute[]> {
  const refuse = () => Promise.reject(new Error('There is no database here'));
  const database: Database = {
    engine: 'postgres',
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
  await app.http.ready();
  await app.http.close();
  return app.routes;
}

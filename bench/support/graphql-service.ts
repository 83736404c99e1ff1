import { type App, createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { Database } from '../../src/database/database.ts';
import { systemClock } from '../../src/kit/time.ts';
import { createDatabase, openMigrated } from './bench-database.ts';
import { type BenchMerchant, callOnce, signedRequest, signUpMerchant } from './merchant.ts';
import type { Service } from './service.ts';

const STATEMENT_MS = 120_000;

/** The service in this process, with its own database and a merchant. */
export interface GraphqlService {
  readonly app: App;
  readonly database: Database;
  readonly databaseUrl: string;
  readonly port: number;
  /** A signed request with the query, ready to be written to a socket. */
  ask(query: string, variables?: Readonly<Record<string, unknown>>): Buffer;
  /** The `data` of an action's answer. */
  call<T>(path: string, body: unknown): Promise<T>;
  /** A new store's Short ID. */
  makeStore(name: string): Promise<string>;
  readonly merchant: BenchMerchant;
  stop(): Promise<void>;
}

/** `extend` may add routes before the service listens. */
export async function startGraphqlService(
  connections: number,
  extend: (app: App, database: Database) => void = () => {},
): Promise<GraphqlService> {
  const fresh = await createDatabase();
  const { database, spread } = await openMigrated(fresh.url, connections, STATEMENT_MS);
  const secretKey = 'x'.repeat(40);
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'fatal',
    RATE_LIMITS: 'off',
    DATABASE_URL: fresh.url,
    SECRET_KEY: secretKey,
  });
  const app = createApp({ config, secretKey, database, spread, clock: systemClock });
  extend(app, database);
  const baseUrl = await app.http.listen({ host: '127.0.0.1', port: 0 });
  const port = Number(new URL(baseUrl).port);
  const service = { baseUrl, port } as Service;
  const merchant = await signUpMerchant(service);
  const call = <T>(path: string, body: unknown) => callOnce<T>(service, merchant, path, body);
  return {
    app,
    database,
    databaseUrl: fresh.url,
    port,
    ask: (query, variables = {}) =>
      signedRequest(merchant, 'graphql', { query, variables }, '/v1/'),
    call,
    makeStore: async (name) => {
      const made = await call<{ store: { id: string } }>('store/create-store', { name });
      return made.store.id;
    },
    merchant,
    stop: async () => {
      await app.http.close();
      await database.close();
      await fresh.drop();
    },
  };
}

import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { type App, type AppOptions, createApp } from '../../src/app.ts';
import { type Config, readConfig } from '../../src/config.ts';
import type { Database } from '../../src/database/database.ts';
import { onCluster } from '../../src/database/guard-stores.ts';
import { readSpread } from '../../src/database/spread.ts';
import { watchConnections } from '../../src/gateway/watch-connections.ts';
import { createPasswords } from '../../src/kit/password.ts';
import type { Clock } from '../../src/kit/time.ts';
import { type DocumentedAnswers, watchAnswers } from './documented-answers.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

/** Business time controlled by a test; starts at the real time, so that signatures are valid. */
export interface TestClock extends Clock {
  /** Moves the time forward. */
  advance(ms: number): void;
  /** Stops the time: from then on only `advance` moves it, however busy the machine is. */
  stop(): void;
}

export interface TestApp {
  readonly app: App;
  readonly database: Database;
  /** URL of the database on the server; null if embedded. */
  readonly databaseUrl: string | null;
  readonly clock: TestClock;
  readonly config: Config;
  /** Where the service listens. */
  readonly baseUrl: string;
  /** How its answers deviate from the OpenAPI document. */
  readonly answers: DocumentedAnswers;
}

export const TEST_SECRET_KEY = 'a secret key for tests, long enough to be one';

/** Most tests hash passwords only incidentally, so hashing is cheap. */
const CHEAP = { ln: 10, r: 8, p: 1 };

/**
 * Parts of the service that a test supplies: its own actions, a log listener. `isFresh`: a database
 * that no other file has used, for plans, which depend on the sizes of tables and indexes.
 */
export type OwnParts = { readonly isFresh?: boolean } & Pick<
  AppOptions,
  'actions' | 'logStream' | 'isMoved'
> &
  Partial<Pick<AppOptions, 'secretKey' | 'replica' | 'passwords' | 'spread'>>;

/** The whole service on its own database, for the tests of one file. */
export function useTestApp(
  settings: Readonly<Record<string, string>> = {},
  parts: OwnParts = {},
): TestApp {
  const holder: { value?: TestApp; source?: TestDatabase } = {};
  beforeAll(async () => {
    holder.source = await openTestDatabase(parts.isFresh);
    holder.value = await startTestApp(holder.source, settings, parts);
  });
  afterAll(async () => {
    await holder.value?.app.http.close();
    await holder.value?.app.worker.stop();
    await holder.source?.close();
    expect(holder.value?.answers.undocumented ?? []).toEqual([]);
  });
  // The parts exist only after `beforeAll`; getters allow tests to reference them earlier.
  return {
    get app() {
      return started(holder.value).app;
    },
    get database() {
      return started(holder.value).database;
    },
    get databaseUrl() {
      return started(holder.value).databaseUrl;
    },
    get clock() {
      return started(holder.value).clock;
    },
    get config() {
      return started(holder.value).config;
    },
    get baseUrl() {
      return started(holder.value).baseUrl;
    },
    get answers() {
      return started(holder.value).answers;
    },
  };
}

/** Starts the service over the database on a free port; the worker is run by the test. */
export async function startTestApp(
  source: TestDatabase,
  settings: Readonly<Record<string, string>> = {},
  parts: OwnParts = {},
): Promise<TestApp> {
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'fatal',
    RATE_LIMITS: 'off',
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    PICTURES_DIR: join(tmpdir(), `tillgate-test-pictures-${userInfo().uid}`),
    ...settings,
  });
  const clock = createTestClock();
  const { spread = await readSpread(source.database) } = parts;
  const database = spread ? onCluster(source.database) : source.database;
  const app = createApp({
    spread,
    config,
    secretKey: TEST_SECRET_KEY,
    database,
    clock,
    passwords: createPasswords(CHEAP),
    ...parts,
  });
  const answers = watchAnswers(app.http, parts.actions);
  const connections = watchConnections(app.http.server);
  app.http.addHook('preClose', async () => connections.cutSilent());
  const baseUrl = await app.http.listen({ host: '127.0.0.1', port: config.PORT });
  return { app, database, databaseUrl: source.url, clock, config, baseUrl, answers };
}

function createTestClock(): TestClock {
  let offsetMs = 0;
  let realMs = () => Date.now();
  return {
    now: () => new Date(realMs() + offsetMs),
    advance: (ms) => {
      offsetMs += ms;
    },
    stop: () => {
      const stoppedAtMs = Date.now();
      realMs = () => stoppedAtMs;
    },
  };
}

function started(value: TestApp | undefined): TestApp {
  if (!value) throw new Error('The test app starts in beforeAll; use it inside tests');
  return value;
}

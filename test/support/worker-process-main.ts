import { openServer } from '../../src/database/open.ts';
import { startTestApp } from './test-app.ts';

const POOL_SIZE = 5;
const TIMEOUT_MS = 10_000;

/** A worker that delivers until it is killed; prints when it has started. */
const url = process.env.TEST_APP_DATABASE_URL as string;
const database = await openServer(url, POOL_SIZE, TIMEOUT_MS);
const source = { database, url, close: () => database.close() };
const settings = JSON.parse(process.env.TEST_APP_SETTINGS ?? '{}');
const { app } = await startTestApp(source, settings);
app.worker.start();
process.stdout.write('working\n');

import { actions } from '../../src/actions.ts';
import { openServer } from '../../src/database/open.ts';
import { newPlan, probeAction } from './probe-action.ts';
import { startTestApp } from './test-app.ts';

const POOL_SIZE = 10;
const TIMEOUT_MS = 10_000;

/** Runs the service until it is killed; the first line of output is its address. */
const url = process.env.TEST_APP_DATABASE_URL as string;
const database = await openServer(url, POOL_SIZE, TIMEOUT_MS);
const source = { database, url, close: () => database.close() };
const parts = { actions: [...actions, probeAction(newPlan())] };
const { app, baseUrl } = await startTestApp(source, {}, parts);
if (process.env.TEST_APP_WORKER === 'on') app.worker.start();
process.stdout.write(`${baseUrl}\n`);

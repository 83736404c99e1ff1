import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { parseEnv } from 'node:util';
import { type Config, readConfig } from './config.ts';
import { outliveOutputs } from './kit/closed-outputs.ts';
import { setUpHeap } from './kit/heap.ts';
import { refuseFewOpenFiles } from './kit/open-files.ts';
import { describeStartError } from './kit/start-error.ts';
import { stopOnSignals } from './signals.ts';

async function main(): Promise<void> {
  setUpHeap();
  outliveOutputs();
  refuseFewOpenFiles();
  const given = { ...readDotenv(), ...process.env };
  const config = readConfig({ ...given, PORT: await findPort(given.PORT) });
  const where = config.DATABASE_URL
    ? 'the PostgreSQL server'
    : `the database in ${config.DATA_DIR}`;
  process.stdout.write(`Opening ${where}\n`);
  // Loaded only when needed: the supervisor needs little of the service.
  if (config.PROCESSES) await (await import('./processes/supervisor.ts')).supervise(config);
  else await runAlone(config);
}

/** Runs the whole service in this process; reports when it is ready. */
async function runAlone(config: Config): Promise<void> {
  // Includes variables that libraries read, such as PGSSLMODE.
  if (existsSync(DOTENV)) process.loadEnvFile(DOTENV);
  const { openService } = await import('./service.ts');
  const { banner } = await import('./demo/banner.ts');
  const service = await openService(config);
  stopOnSignals({
    drainMs: config.DRAIN_MS,
    stopsOnHangup: true,
    stop: service.stop,
    onError: (error) => service.app.http.log.error({ err: error }, 'the stop failed'),
  });
  const running = await service.start();
  if (config.ROLE === 'worker') process.stdout.write('working\n');
  else {
    process.stdout.write(banner(config, running, process.stdout.isTTY));
    process.stdout.write(`listening on ${config.PUBLIC_URL}\n`);
  }
}

const DOTENV = '.env';

function readDotenv(): NodeJS.Dict<string> {
  return existsSync(DOTENV) ? parseEnv(readFileSync(DOTENV, 'utf8')) : {};
}

/**
 * Replaces port 0 with a free port: links and webhooks contain it before anything listens on it.
 */
function findPort(port: string | undefined): Promise<string | undefined> {
  if (port?.trim() !== '0') return Promise.resolve(port);
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? String(address?.port) : port));
    });
  });
}

main().catch((error: unknown) => {
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exit(1);
});

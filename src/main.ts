import { createApp } from './app.ts';
import { configWarnings, readConfig } from './config.ts';
import { migrate } from './database/migrate.ts';
import { openConfiguredDatabase } from './database/open.ts';
import { systemClock } from './kit/time.ts';
import { readSecretKey } from './secret-key.ts';

/** Seconds after which a stop that hangs is cut short (invariant 34: 30 s in all). */
const LONGEST_STOP_MS = 25_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const database = await openConfiguredDatabase(config);
  await migrate(database);
  const secretKey = await readSecretKey(config);
  const app = createApp({ config, secretKey, database, clock: systemClock });
  for (const warning of configWarnings(config)) app.http.log.warn(warning);
  if (config.ROLE !== 'worker') await app.http.listen({ host: config.HOST, port: config.PORT });
  if (config.ROLE !== 'api') app.worker.start();
  process.stdout.write(`listening on ${config.PUBLIC_URL}\n`);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
    app.drain();
    await app.http.close();
    await app.worker.stop();
    await database.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});

import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { migrate } from '../database/migrate.ts';
import { openServer } from '../database/open.ts';
import { CliError, type GlobalOptions } from './settings.ts';

const POOL_SIZE = 1;
const TIMEOUT_MS = 10_000;

/** `migrate`: migrates a PostgreSQL server's schema before the service starts on it. */
export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('update the schema of DATABASE_URL; starting the service does the same')
    .action(async (_options: unknown, command: Command) => {
      const { dotenv } = command.optsWithGlobals<GlobalOptions>();
      if (existsSync(dotenv)) process.loadEnvFile(dotenv);
      const url = process.env.DATABASE_URL;
      if (!url)
        throw new CliError(
          "DATABASE_URL isn't set. The embedded database is migrated when the service starts",
        );
      const database = await openServer(url, POOL_SIZE, TIMEOUT_MS);
      const applied = await migrate(database).finally(() => database.close());
      for (const name of applied) process.stdout.write(`${name}\n`);
      process.stdout.write(`${applied.length} migrations applied\n`);
    });
}

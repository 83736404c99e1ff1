import type { Command } from 'commander';
import { migrate } from '../database/migrate.ts';
import { openServiceServer, readServiceDatabase } from './service-database.ts';
import { CliError } from './settings.ts';

const TIMEOUT_MS = 10_000;

/** `migrate`: migrates a PostgreSQL server's schema before the service starts on it. */
export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('update the schema of DATABASE_URL; starting the service does the same')
    .action(async (_options: unknown, command: Command) => {
      const { server } = readServiceDatabase(command);
      if (!server)
        throw new CliError(
          "DATABASE_URL isn't set. The embedded database is migrated when the service starts",
        );
      const database = await openServiceServer(server, TIMEOUT_MS);
      const onApplied = (name: string) => process.stdout.write(`${name}\n`);
      const applied = await migrate(database, undefined, { onApplied }).finally(() =>
        database.close(),
      );
      process.stdout.write(`${applied.length} migrations applied\n`);
    });
}

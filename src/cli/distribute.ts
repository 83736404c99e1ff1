import type { Command } from 'commander';
import type { Database } from '../database/database.ts';
import {
  distribute,
  finishDistribution,
  NotDistributableError,
  readCluster,
} from '../database/distribute.ts';
import { type Distribution, planDistribution } from '../database/distribution.ts';
import { listPendingMigrations } from '../database/migrate.ts';
import { openServiceServer, readServiceDatabase } from './service-database.ts';
import { CliError } from './settings.ts';

const TIMEOUT_MS = 10_000;

const ALREADY =
  'The tables are already distributed. With --yes, rows left on the coordinator are removed.';

/**
 * `distribute`: distributes the tables of a Citus coordinator's database over the cluster's nodes.
 */
export function addDistribute(program: Command): void {
  program
    .command('distribute')
    .description(
      'distribute the tables of DATABASE_URL, a Citus coordinator, over its nodes by store',
    )
    .option('--yes', 'make the changes; without it, only print them')
    .action(async ({ yes = false }: { yes?: boolean }, command: Command) => {
      const { server } = readServiceDatabase(command);
      if (!server) throw new CliError("DATABASE_URL isn't set. Only a server can be distributed");
      const database = await openServiceServer(server, TIMEOUT_MS);
      await distributeAll(database, yes).finally(() => database.close());
    });
}

async function distributeAll(database: Database, yes: boolean): Promise<void> {
  const { version, nodes, known, others } = await readCluster(database).catch(explain);
  if ((await listPendingMigrations(database)).length > 0) {
    throw new CliError('The schema is out of date: run "npx tillgate migrate" first');
  }
  const plan = await planDistribution(database);
  if (known > 0) {
    if (!yes) return say(ALREADY);
    await finishDistribution(database, plan);
    return say('The tables are already distributed. Rows left on the coordinator were removed.');
  }
  if (plan.obstacles.length > 0)
    throw new CliError(`A cluster doesn't support these: ${plan.obstacles.join(', ')}`);
  say(`Citus ${version}, ${nodes} worker nodes.`);
  describe(plan);
  if (!yes)
    return say(
      'Nothing was changed. To apply this, stop the service and run the command again with --yes.',
    );
  if (others > 0) throw new CliError(`${others} other sessions are open: stop the service first`);
  await distribute(database, plan, say);
  await finishDistribution(database, plan);
  say('Done. Start the service of this release on the coordinator.');
}

function describe({ copied, ofStores, onCoordinator }: Distribution): void {
  say(`Copied to every node: ${copied.join(', ')}.`);
  say(`Distributed by store: ${ofStores.join(', ')}.`);
  say(`On the coordinator: ${onCoordinator.join(', ')}.`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function explain(error: unknown): never {
  if (error instanceof NotDistributableError) throw new CliError(error.message);
  throw error;
}

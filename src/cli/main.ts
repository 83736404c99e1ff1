import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { outliveReaders } from '../kit/closed-outputs.ts';
import { addAccounts } from './accounts.ts';
import { addBackup } from './backup.ts';
import { addDistribute } from './distribute.ts';
import { addDoctor } from './doctor.ts';
import { addInit } from './init.ts';
import { addKyb } from './kyb.ts';
import { addListen } from './listen.ts';
import { addMigrate } from './migrate.ts';
import { addPersonalData } from './personal-data.ts';
import { addRestore } from './restore.ts';
import { addRotateSecretKey } from './rotate-secret-key.ts';
import { addRotateWebhookKey } from './rotate-webhook-key.ts';
import { CliError } from './settings.ts';
import { addSign } from './sign.ts';
import { addTrigger } from './trigger.ts';

/** The package's own version, from the sources and from the build alike. */
function version(): string {
  const path = new URL('../../package.json', import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')).version;
}

/** The command line of `npx tillgate`. */
const program = new Command('tillgate')
  .description(
    'Run Tillgate, or work with a running instance: accounts, keys, signatures, webhooks, operations.',
  )
  .option('--dotenv <path>', 'env file with the URL, merchant and key', '.env')
  .version(version())
  .showHelpAfterError()
  .showSuggestionAfterError()
  .exitOverride();

program
  .command('start')
  .description('start the service (the default without a command)')
  .action(() => {
    throw new CliError('To start the service, run: npx tillgate start');
  });
addInit(program);
addSign(program);
addListen(program);
addTrigger(program);
addMigrate(program);
addKyb(program);
addAccounts(program);
addBackup(program);
addRestore(program);
addDoctor(program);
addDistribute(program);
addRotateWebhookKey(program);
addRotateSecretKey(program);
addPersonalData(program);

outliveReaders();
program.parseAsync().catch((error: unknown) => {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode;
    return;
  }
  const message = error instanceof CliError ? error.message : String(error);
  process.stderr.write(`tillgate: ${message}\n`);
  process.exitCode = 1;
});

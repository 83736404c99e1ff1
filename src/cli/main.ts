import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { outliveReaders } from '../kit/closed-outputs.ts';
import { describeStartError } from '../kit/start-error.ts';
import { CliError } from './settings.ts';

type Add = (program: Command) => void;

/** All commands, in the order of the help. A command's modules are loaded when it is needed. */
const COMMANDS: readonly (readonly [names: readonly string[], load: () => Promise<Add>])[] = [
  [['init'], async () => (await import('./init.ts')).addInit],
  [['sign'], async () => (await import('./sign.ts')).addSign],
  [['listen'], async () => (await import('./listen.ts')).addListen],
  [['trigger'], async () => (await import('./trigger.ts')).addTrigger],
  [['migrate'], async () => (await import('./migrate.ts')).addMigrate],
  [['kyb'], async () => (await import('./kyb.ts')).addKyb],
  [['accounts'], async () => (await import('./accounts.ts')).addAccounts],
  [['backup'], async () => (await import('./backup.ts')).addBackup],
  [['restore'], async () => (await import('./restore.ts')).addRestore],
  [['doctor'], async () => (await import('./doctor.ts')).addDoctor],
  [['distribute'], async () => (await import('./distribute.ts')).addDistribute],
  [
    ['rotate-webhook-key'],
    async () => (await import('./rotate-webhook-key.ts')).addRotateWebhookKey,
  ],
  [['rotate-secret-key'], async () => (await import('./rotate-secret-key.ts')).addRotateSecretKey],
  [
    ['export-buyer', 'erase-buyer', 'export-merchant', 'erase-merchant'],
    async () => (await import('./personal-data.ts')).addPersonalData,
  ],
];

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

outliveReaders();
// Without a known command, all are needed for the help or a suggestion.
const [first = ''] = process.argv.slice(2);
const asked = COMMANDS.filter(([names]) => names.includes(first));
for (const [, load] of asked.length > 0 ? asked : COMMANDS) (await load())(program);
program.parseAsync().catch((error: unknown) => {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode;
    return;
  }
  const message = error instanceof CliError ? error.message : describeStartError(error);
  process.stderr.write(`tillgate: ${message}\n`);
  process.exitCode = 1;
});

import { Argument, type Command } from 'commander';
import { callOperator, print } from './operator.ts';

/** `rotate-webhook-key`: announces a new key pair for an environment's events. */
export function addRotateWebhookKey(program: Command): void {
  program
    .command('rotate-webhook-key')
    .description(
      'announce a new webhook key, which starts signing after the given hours (operator)',
    )
    .addArgument(new Argument('<environment>').choices(['test', 'prod']))
    .option('--after <hours>', 'hours until the new key signs, at least 1', '72')
    .action(async (environment: string, { after }: { after: string }, command: Command) => {
      const fields = { environment, afterHours: Number(after) };
      const { webhookKey } = await callOperator(command, 'webhook-key/rotate-key', fields);
      print(webhookKey);
    });
}

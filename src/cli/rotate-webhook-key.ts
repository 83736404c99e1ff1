import { Argument, type Command } from 'commander';
import { callOperator, print } from './kyb.ts';

/** `rotate-webhook-key`: a new key pair for the events of an environment, announced beforehand. */
export function addRotateWebhookKey(program: Command): void {
  program
    .command('rotate-webhook-key')
    .description('announce a new webhook key; it signs after the hours given (operator)')
    .addArgument(new Argument('<environment>').choices(['test', 'prod']))
    .option('--after <hours>', 'hours until it signs, at least 1', '72')
    .action(async (environment: string, { after }: { after: string }, command: Command) => {
      const fields = { environment, afterHours: Number(after) };
      const { webhookKey } = await callOperator(command, 'webhook-key/rotate-key', fields);
      print(webhookKey);
    });
}

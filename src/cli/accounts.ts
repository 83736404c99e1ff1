import type { Command } from 'commander';
import { callOperator, print } from './operator.ts';

/** `accounts`: lets an operator help a merchant who can't log in. */
export function addAccounts(program: Command): void {
  program
    .command('accounts')
    .description("help merchants who can't log in (operator)")
    .command('remove-second-factor')
    .description('turn two-factor login off, so that the password is enough')
    .argument('<email>', 'the address of the account')
    .action(async (email: string, _options: unknown, command: Command) => {
      print(await callOperator(command, 'merchant/remove-second-factor', { email }));
    });
}

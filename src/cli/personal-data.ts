import type { Command } from 'commander';
import { callOperator, print } from './operator.ts';

interface BuyerOptions {
  readonly store: string;
  readonly email?: string;
  readonly identity?: string;
}

/**
 * `export-buyer`, `erase-buyer`, `export-merchant`, `erase-merchant`: for data subjects' legal
 * requests.
 */
export function addPersonalData(program: Command): void {
  const buyers = [
    ['export-buyer', 'print everything a store has stored about a buyer (operator)'],
    ['erase-buyer', 'remove a buyer’s personal data from a store, but keep the books (operator)'],
  ] as const;
  for (const [name, description] of buyers) {
    program
      .command(name)
      .description(description)
      .requiredOption('--store <id>', 'STO_...')
      .option('--email <address>', 'the buyer’s address')
      .option('--identity <text>', 'the buyerIdentity of their session tokens')
      .action(async ({ store, email, identity }: BuyerOptions, command: Command) => {
        const fields = { storeId: store, email, buyerIdentity: identity };
        print(await callOperator(command, `personal-data/${name}`, fields));
      });
  }
  const merchants = [
    ['export-merchant', 'print everything stored about a merchant (operator)'],
    [
      'erase-merchant',
      'remove a merchant’s personal data, after their stores are deleted (operator)',
    ],
  ] as const;
  for (const [name, description] of merchants) {
    program
      .command(name)
      .description(description)
      .argument('<email>', 'the address of the account')
      .action(async (email: string, _options: unknown, command: Command) => {
        print(await callOperator(command, `personal-data/${name}`, { email }));
      });
  }
}

import type { Command } from 'commander';
import { callOperator, print } from './operator.ts';

interface ListOptions {
  readonly status: string;
  readonly store?: string;
  readonly page: string;
}

interface DecisionOptions {
  readonly note?: string;
}

/** `kyb`: the operator's review of tickets, on the machine where the service runs. */
export function addKyb(program: Command): void {
  const kyb = program
    .command('kyb')
    .description('review requests to take real payments (operator)');
  kyb
    .command('list')
    .description('print tickets and everything their owners submitted, the oldest first')
    .option('--status <status>', 'open, all, pending, processing, succeeded or rejected', 'open')
    .option('--store <id>', 'STO_...: every ticket of one store, unless --status is given')
    .option('--page <number>', 'page number; a page has 100 tickets', '1')
    .action(async (options: ListOptions, command: Command) => {
      const isDefault = command.getOptionValueSource('status') === 'default';
      const status = options.store && isDefault ? 'all' : options.status;
      const fields = { status, storeId: options.store, page: Number(options.page) };
      const { tickets } = await callOperator(command, 'kyb-ticket/list-tickets', fields);
      print(tickets);
    });
  const decisions = [
    ['review', 'mark a ticket as in review and print it'],
    ['approve', 'enable the ticket’s store for production'],
    ['reject', 'reject the ticket'],
  ] as const;
  for (const [decision, description] of decisions) {
    kyb
      .command(decision)
      .description(description)
      .argument('<ticket>', 'TKT_...')
      .option('--note <text>', 'a message to the owner, included in the email about the decision')
      .action(async (ticketId: string, { note }: DecisionOptions, command: Command) => {
        const body = { ticketId, decision, ...(note ? { note } : {}) };
        const { ticket } = await callOperator(command, 'kyb-ticket/resolve-ticket', body);
        print(ticket);
      });
  }
}

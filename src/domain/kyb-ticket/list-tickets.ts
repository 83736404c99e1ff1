import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { optionalId } from '../../contract/input.ts';
import { listKybTickets } from './kyb-ticket.queries.ts';
import type { KybTicketStatus } from './kyb-ticket.states.ts';
import { operatorTicketView, viewForOperator } from './operator-view.ts';

/** Maximum tickets per page. */
const MAX_LIMIT = 100;
const MAX_PAGE = 10_000;

const STATUSES: Readonly<Record<'open' | 'all' | KybTicketStatus, readonly KybTicketStatus[]>> = {
  open: ['pending', 'processing'],
  all: ['pending', 'processing', 'succeeded', 'rejected'],
  pending: ['pending'],
  processing: ['processing'],
  succeeded: ['succeeded'],
  rejected: ['rejected'],
};
const NAMES = ['open', 'all', 'pending', 'processing', 'succeeded', 'rejected'] as const;

const errors = errorTable('ticket', {
  malformedTicketId: [400, expectedFormat('TKT')],
  malformedStoreId: [400, expectedFormat('STO')],
  invalidStatus: [400, `Invalid status, must be ${NAMES.slice(0, -1).join(', ')} or rejected`],
  invalidLimit: [400, `Invalid limit, must be an integer from 1 to ${MAX_LIMIT}`],
  invalidPage: [400, `Invalid page, must be an integer from 1 to ${MAX_PAGE}`],
});

/**
 * KYB tickets for the operator, filtered by status, store or ID; by default, the open ones, oldest
 * first. `nextPage` is null on the last page.
 */
export const listTickets = action({
  path: 'kyb-ticket/list-tickets',
  summary: 'List KYB tickets, by default the open ones (operator)',
  auth: ['operator'],
  environment: 'none',
  errors,
  input: z.object({
    ticketId: optionalId('TKT', errors.malformedTicketId),
    storeId: optionalId('STO', errors.malformedStoreId),
    status: z.enum(NAMES, { error: errors.invalidStatus.code }).nullish(),
    limit: z
      .int({ error: errors.invalidLimit.code })
      .min(1, errors.invalidLimit.code)
      .max(MAX_LIMIT, errors.invalidLimit.code)
      .nullish(),
    page: z
      .int({ error: errors.invalidPage.code })
      .min(1, errors.invalidPage.code)
      .max(MAX_PAGE, errors.invalidPage.code)
      .nullish(),
  }),
  output: z.object({ tickets: z.array(operatorTicketView), nextPage: z.number().nullable() }),
  replayable: false,
  handle: async ({ input, tx, ports }) => {
    const { ticketId = null, storeId = null } = input;
    const [limit, page] = [input.limit ?? MAX_LIMIT, input.page ?? 1];
    const statuses = STATUSES[input.status ?? (ticketId || storeId ? 'all' : 'open')];
    // One extra row shows whether there is another page.
    const part = { limit: limit + 1, offset: (page - 1) * limit };
    const rows = await listKybTickets(tx, { statuses, storeId, ticketId, ...part });
    const tickets = rows.slice(0, limit).map((row) => viewForOperator(row, ports.secrets));
    return { data: { tickets, nextPage: rows.length > limit ? page + 1 : null } };
  },
});

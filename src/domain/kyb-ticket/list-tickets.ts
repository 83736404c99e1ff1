import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { listOpenKybTickets } from './kyb-ticket.queries.ts';
import { operatorTicketView, viewForOperator } from './operator-view.ts';

/** Tickets in one answer. */
const MOST_TICKETS = 100;

const errors = errorTable('ticket', {});

/** The tickets that wait for the operator, the oldest first. */
export const listTickets = action({
  path: 'kyb-ticket/list-tickets',
  summary: 'List the open KYB tickets (operator)',
  auth: ['operator'],
  environment: 'none',
  errors,
  input: z.object({}),
  output: z.object({ tickets: z.array(operatorTicketView) }),
  replayable: false,
  handle: async ({ tx, ports }) => {
    const tickets = await listOpenKybTickets(tx, MOST_TICKETS);
    return { data: { tickets: tickets.map((ticket) => viewForOperator(ticket, ports.secrets)) } };
  },
});

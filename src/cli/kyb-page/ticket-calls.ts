import type { z } from 'zod';
import type { kybDetails } from '../../domain/kyb-ticket/kyb-details.ts';
import type { OperatorTicket } from '../../domain/kyb-ticket/operator-view.ts';

/** Calls an operator's action with its signed token; gives the answer's `data`. */
export type CallOperator = (
  action: string,
  fields: Readonly<Record<string, unknown>>,
  // biome-ignore lint/suspicious/noExplicitAny: the answers of many actions
) => Promise<any>;

/** What the owner told beside name, country and website. */
export type TicketDetails = z.infer<z.ZodObject<typeof kybDetails>>;

export type Ticket = Omit<OperatorTicket, 'details'> & { readonly details: TicketDetails };

export interface TicketList {
  readonly tickets: readonly Ticket[];
  /** Null: this is the last page. */
  readonly nextPage: number | null;
}

/** Which tickets a list shows: those that wait, those decided one way, or all. */
export const FILTERS = ['open', 'succeeded', 'rejected', 'all'] as const;
export type Filter = (typeof FILTERS)[number];

export const DECISIONS = ['review', 'approve', 'reject'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Tickets on a page of the list. */
const PAGE_SIZE = 25;
/** Other tickets of the same store that one shows. */
const MAX_OTHERS = 20;

/** One page of the list, from 1. */
export function listTickets(call: CallOperator, status: Filter, page: number): Promise<TicketList> {
  return call('kyb-ticket/list-tickets', { status, page, limit: PAGE_SIZE });
}

/** A ticket and what else its store has asked; null: there is none with the id. */
export async function findTicket(
  call: CallOperator,
  ticketId: string,
): Promise<{ readonly ticket: Ticket; readonly others: readonly Ticket[] } | null> {
  const { tickets }: TicketList = await call('kyb-ticket/list-tickets', { ticketId });
  const [ticket] = tickets;
  if (!ticket) return null;
  const ofStore = { storeId: ticket.storeId, limit: MAX_OTHERS };
  const all: TicketList = await call('kyb-ticket/list-tickets', ofStore);
  return { ticket, others: all.tickets.filter(({ id }) => id !== ticketId) };
}

/** Takes a ticket into review or decides it. Throws `OperatorRefusal` when it was decided before. */
export async function resolveTicket(
  call: CallOperator,
  ticketId: string,
  decision: Decision,
  note: string,
): Promise<void> {
  const told = decision === 'review' || note === '' ? {} : { note };
  await call('kyb-ticket/resolve-ticket', { ticketId, decision, ...told });
}

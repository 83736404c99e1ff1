import type { FastifyInstance } from 'fastify';
import { OperatorRefusal } from '../operator-refusal.ts';
import { renderListPage } from './list-page.tsx';
import { refuse, sendPage } from './send-page.tsx';
import {
  type CallOperator,
  DECISIONS,
  FILTERS,
  findTicket,
  listTickets,
  resolveTicket,
} from './ticket-calls.ts';
import { renderTicketPage } from './ticket-page.tsx';

/** From 1 to 9,999. */
const PAGE_NUMBER = /^[1-9]\d{0,3}$/;

interface ListRequest {
  Querystring: { readonly status?: string; readonly page?: string };
}

interface TicketRequest {
  Params: { readonly ticketId: string };
  Querystring: { readonly done?: string };
  Body: URLSearchParams | undefined;
}

/** The list of tickets, by status and page. */
export function serveList(http: FastifyInstance, base: string, call: CallOperator): void {
  http.get<ListRequest>(`${base}/`, async ({ query }, reply) => {
    const filter = FILTERS.find((name) => name === query.status) ?? 'open';
    const page = PAGE_NUMBER.test(query.page ?? '') ? Number(query.page) : 1;
    const list = await listTickets(call, filter, page);
    return sendPage(reply, 200, renderListPage({ ...list, base, filter, page }));
  });
}

/** One ticket, and the form that reviews and decides it. */
export function serveTicket(http: FastifyInstance, base: string, call: CallOperator): void {
  const path = `${base}/ticket/:ticketId`;
  http.get<TicketRequest>(path, async ({ params, query }, reply) => {
    const found = await findTicket(call, params.ticketId);
    if (!found) return refuse(reply, 404, 'There is no such ticket.');
    const done = DECISIONS.find((decision) => decision === query.done) ?? null;
    return sendPage(reply, 200, renderTicketPage({ ...found, base, done, refused: null }));
  });
  http.post<TicketRequest>(path, async ({ params, body }, reply) => {
    const decision = DECISIONS.find((name) => name === body?.get('decision'));
    if (!decision) return refuse(reply, 400, 'The form cannot be read.');
    // Browsers send a line's end as two characters.
    const note = (body?.get('note') ?? '').replaceAll('\r\n', '\n').trim();
    try {
      await resolveTicket(call, params.ticketId, decision, note);
    } catch (error) {
      if (!(error instanceof OperatorRefusal)) throw error;
      const found = await findTicket(call, params.ticketId);
      if (!found) return refuse(reply, 404, 'There is no such ticket.');
      const refused = { reason: error.reason, note };
      return sendPage(reply, 409, renderTicketPage({ ...found, base, done: null, refused }));
    }
    return reply.redirect(`${base}/ticket/${params.ticketId}?done=${decision}`, 303);
  });
}

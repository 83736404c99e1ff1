import { z } from 'zod';
import type { Secrets } from '../../contract/ports.ts';
import { encodeId } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';
import { detailsContext } from './kyb-details.ts';
import type { KybTicketRow } from './kyb-ticket.queries.ts';

/** A ticket as the operator sees it. */
export const operatorTicketView = z.object({
  id: z.string(),
  status: z.enum(['pending', 'processing', 'succeeded', 'rejected']),
  storeId: z.string(),
  storeName: z.string(),
  submittedBy: z.string(),
  legalName: z.string(),
  country: z.string(),
  website: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  decisionNote: z.string().nullable(),
  createdAt: z.string(),
  /** When its status last changed. */
  updatedAt: z.string(),
  decidedAt: z.string().nullable(),
});

export type OperatorTicket = z.infer<typeof operatorTicketView>;

/** Decrypts the details, for the operator only. */
export function viewForOperator(
  ticket: KybTicketRow,
  secrets: Secrets,
): z.input<typeof operatorTicketView> {
  return {
    id: encodeId('TKT', ticket.id),
    status: ticket.status,
    storeId: encodeId('STO', ticket.storeId),
    storeName: ticket.storeName,
    submittedBy: ticket.submitterEmail,
    legalName: ticket.legalName,
    country: ticket.country,
    website: ticket.website,
    details: JSON.parse(secrets.open(ticket.sealedDetails, detailsContext(ticket.id))),
    decisionNote: ticket.decisionNote,
    createdAt: toIso(ticket.createdAt),
    updatedAt: toIso(ticket.updatedAt),
    decidedAt: ticket.decidedAt && toIso(ticket.decidedAt),
  };
}

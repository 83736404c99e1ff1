import type { ErrorRow } from '../../contract/errors.ts';
import type { Tx } from '../../database/database.ts';
import { erasedAddress } from '../../kit/erased-address.ts';
import { encodeId, newSecretUuid } from '../../kit/id.ts';
import type { Buyer } from './buyer.queries.ts';
import { lockBuyerRecords, type RecordRows } from './buyer-records.ts';
import {
  eraseBuyerRows,
  eraseMails,
  listEventBodies,
  listSubjects,
  type Replacement,
  replaceEventBody,
  TAX_PLACE,
} from './erase-buyer.queries.ts';

/** Fields that identify the buyer and that an event may lack. */
const PERSONAL = ['merchantProvidedBuyerIdentity', 'paymentLast4'];

interface Rows extends RecordRows {
  readonly running: ErrorRow;
  readonly beingPaid: ErrorRow;
}

/** The buyer's orders, `ORD_xxx`, and the number of events about them. */
export interface ErasedBuyer {
  readonly orders: string[];
  readonly events: number;
}

/**
 * Removes what identifies a buyer from a store's records. Orders, amounts and the ledger stay.
 * Backups and webhook receivers keep the old state until they delete it. Throws if the buyer has a
 * running subscription or a payment in progress.
 */
export async function eraseBuyerRecords(tx: Tx, buyer: Buyer, rows: Rows): Promise<ErasedBuyer> {
  const { orders } = await lockBuyerRecords(tx, buyer, rows);
  const ids = orders.map(({ id }) => id);
  const running = orders.find(({ isRunning }) => isRunning);
  if (running) throw rows.running(encodeId('ORD', running.id));
  const beingPaid = orders.find(({ isBeingPaid }) => isBeingPaid);
  if (beingPaid) throw rows.beingPaid(encodeId('ORD', beingPaid.id));
  const events = await erase(tx, buyer, ids);
  return { orders: ids.map((id) => encodeId('ORD', id)), events };
}

async function erase(tx: Tx, buyer: Buyer, ids: readonly string[]): Promise<number> {
  const name = `erased-${newSecretUuid()}`;
  const replacement: Replacement = { email: erasedAddress(name), identity: name };
  const subjects = await listSubjects(tx, buyer, ids);
  const events = await listEventBodies(tx, buyer, subjects);
  for (const { id, body } of events) {
    await replaceEventBody(tx, buyer, { id, body: withoutPerson(body, replacement.email) });
  }
  await eraseMails(tx, buyer, subjects, replacement);
  await eraseBuyerRows(tx, buyer, ids, replacement);
  return events.length;
}

/** The event, anonymized. It keeps its type's required fields, so that receivers can parse it. */
function withoutPerson(body: string, email: string): string {
  const event = JSON.parse(body);
  const { data } = event;
  if ('buyerEmail' in data) data.buyerEmail = email;
  for (const field of PERSONAL) delete data[field];
  if ('refundReason' in data) data.refundReason = 'Erased';
  if (data.billingDetail) data.billingDetail = taxPlaceOf(data.billingDetail);
  for (const field of Object.keys(data)) if (/metadata$/i.test(field)) data[field] = {};
  return JSON.stringify(event);
}

function taxPlaceOf(billingDetail: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(billingDetail);
  return Object.fromEntries(entries.filter(([name]) => TAX_PLACE.includes(name)));
}

import { z } from 'zod';
import { action } from '../../contract/action.ts';
import type { Tx } from '../../database/database.ts';
import { encodeId, newSecretUuid } from '../../kit/id.ts';
import { type Buyer, lockBuyersOrders, readBuyer } from './buyer.queries.ts';
import { buyerErrors, buyerInput, toBuyer } from './buyer-input.ts';
import {
  eraseBuyerRows,
  eraseMails,
  listEventBodies,
  listSubjects,
  type Replacement,
  replaceEventBody,
} from './erase-buyer.queries.ts';
import { recordBuyerErasure } from './record-erasure.ts';

/** Fields of an event that tell who the buyer is. */
const PERSONAL = ['merchantProvidedBuyerIdentity', 'billingDetail', 'paymentLast4', 'refundReason'];

/**
 * Takes out of a store's records what tells who a buyer is. Orders, amounts and the ledger stay.
 * Backups hold the old state until they are thrown away, and so do receivers of webhooks.
 */
export const eraseBuyer = action({
  path: 'personal-data/erase-buyer',
  summary: 'Erase who a buyer of a store is (operator)',
  auth: ['operator'],
  environment: 'none',
  errors: buyerErrors,
  input: buyerInput,
  output: z.object({ orders: z.array(z.string()), events: z.number() }),
  replayable: false,
  handle: async ({ input, tx, now }) => {
    const buyer = toBuyer(input);
    const orders = await lockBuyersOrders(tx, buyer);
    const ids = orders.map(({ id }) => id);
    const found = await readBuyer(tx, buyer, ids);
    if (Object.values(found).every((rows) => rows.length === 0)) throw buyerErrors.notFound();
    const running = orders.find(({ isRunning }) => isRunning);
    if (running) throw buyerErrors.running(encodeId('ORD', running.id));
    const beingPaid = orders.find(({ isBeingPaid }) => isBeingPaid);
    if (beingPaid) throw buyerErrors.beingPaid(encodeId('ORD', beingPaid.id));
    const events = await erase(tx, buyer, ids);
    const details = { orders: ids.length, events };
    await recordBuyerErasure(tx, buyer.storeId, details, eraseBuyer.path, now);
    return { data: { orders: ids.map((id) => encodeId('ORD', id)), events } };
  },
});

async function erase(tx: Tx, buyer: Buyer, ids: readonly string[]): Promise<number> {
  const name = `erased-${newSecretUuid()}`;
  const replacement: Replacement = { email: `${name}@erased.invalid`, identity: name };
  const subjects = await listSubjects(tx, ids);
  const events = await listEventBodies(tx, buyer, subjects);
  for (const { id, body } of events) {
    await replaceEventBody(tx, { id, body: withoutPerson(body, replacement.email) });
  }
  await eraseMails(tx, buyer, subjects, replacement);
  await eraseBuyerRows(tx, buyer, ids, replacement);
  return events.length;
}

/** The same event about nobody: fields stay, so that receivers can still read it. */
function withoutPerson(body: string, email: string): string {
  const event = JSON.parse(body);
  const { data } = event;
  if ('buyerEmail' in data) data.buyerEmail = email;
  for (const field of PERSONAL) if (field in data) data[field] = null;
  for (const field of Object.keys(data)) if (/metadata$/i.test(field)) data[field] = {};
  return JSON.stringify(event);
}

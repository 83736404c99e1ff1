import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT, type MerchantCaller } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { acrossFields, optionalId, requiredText } from '../../contract/input.ts';
import type { Tx } from '../../database/database.ts';
import { type Id, isUuid, newUuid } from '../../kit/id.ts';
import { codePointLength } from '../../kit/text.ts';
import { toIso } from '../../kit/time.ts';
import { lockMerchantsOrder } from '../order/merchants-order.queries.ts';
import { countNotes, insertNote, lockMerchantsCustomer, type NoteSubject } from './note.queries.ts';

/** Maximum characters of a note. */
const MAX_NOTE_LENGTH = 2_000;
/** Maximum notes about one order or customer. */
export const MAX_NOTES = 100;

const errors = errorTable('order', {
  missingSubject: [400, 'Missing required field: provide orderId or customerId'],
  twoSubjects: [400, 'Provide orderId or customerId, not both'],
  malformedOrderId: [400, expectedFormat('ORD')],
  malformedCustomerId: [400, 'Invalid customerId'],
  missingText: [400, 'Missing required field: text'],
  tooLong: [400, `text must not exceed ${MAX_NOTE_LENGTH} characters`],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  orderNotFound: [404, 'Order not found'],
  customerNotFound: [404, 'Customer not found'],
  tooMany: [400, `Cannot add more notes. Maximum limit of ${MAX_NOTES} has been reached.`],
});

/**
 * Adds a note about an order or a customer for the store's members. Buyers never see it
 * (docs/contract/support.md#notes).
 */
export const addNote = action({
  path: 'note/add-note',
  summary: 'Add an internal note to an order or a customer',
  auth: MERCHANT,
  environment: 'credential',
  errors,
  input: z
    .object({
      orderId: optionalId('ORD', errors.malformedOrderId),
      customerId: z
        .string({ error: errors.malformedCustomerId.code })
        .refine((id) => id === '' || isUuid(id), { error: errors.malformedCustomerId.code })
        .nullish()
        .transform((id) => id || undefined),
      text: requiredText(errors.missingText).refine(
        (text) => codePointLength(text) <= MAX_NOTE_LENGTH,
        { error: errors.tooLong.code },
      ),
    })
    .check(
      acrossFields(({ given, isBroken, refuse }) => {
        const isGiven = (field: string) => isBroken(field) || Boolean(given[field]);
        const count = ['orderId', 'customerId'].filter(isGiven).length;
        if (count === 0) refuse(errors.missingSubject);
        if (count === 2) refuse(errors.twoSubjects);
      }),
    ),
  output: z.object({
    note: z.object({
      id: z.string(),
      text: z.string(),
      createdAt: z.string(),
    }),
  }),
  handle: async ({ input, caller, tx, now }) => {
    // Locks the store, so that concurrent calls can't exceed the limit.
    const subject = await lockSubject(tx, input, caller);
    const { storeId } = subject;
    if ((await countNotes(tx, subject)) >= MAX_NOTES) throw errors.tooMany();
    const id = newUuid(now);
    const { text } = input;
    await insertNote(tx, { ...subject, id, text, writtenBy: caller.merchantId, createdAt: now });
    const note = { id, text, createdAt: toIso(now) };
    return { data: { note }, audit: { storeId } };
  },
});

async function lockSubject(
  tx: Tx,
  {
    orderId,
    customerId,
  }: { readonly orderId?: Id<'ORD'> | undefined; readonly customerId?: string | undefined },
  caller: MerchantCaller,
): Promise<NoteSubject> {
  const { environment } = caller;
  if (orderId !== undefined) {
    const [order] = await lockMerchantsOrder(tx, orderId, caller);
    if (!order) throw errors.orderNotFound();
    if (order.role === 'member') throw errors.forbidden();
    return { storeId: order.storeId, environment, orderId, email: null };
  }
  const [customer] = await lockMerchantsCustomer(tx, String(customerId), caller);
  if (!customer) throw errors.customerNotFound();
  if (customer.role === 'member') throw errors.forbidden();
  return { storeId: customer.storeId, environment, orderId: null, email: customer.email };
}

import { sql } from '../../src/database/database.ts';
import { decodeId } from '../../src/kit/id.ts';
import { newOrder } from './buying.ts';
import { callAt, type Place } from './places.ts';
import type { SomeRows } from './row.ts';

/**
 * A paid order of a separate buyer, because mails per buyer are limited and buyers can be erased.
 */
async function newBuyersOrder(place: Place, kind: 'onetime' | 'subscription' = 'onetime') {
  const email = `${crypto.randomUUID()}@example.com`;
  const order = await newOrder(place, kind);
  await place.test.database.query(sql`
    update orders set buyer_email = ${email} where id = ${decodeId('ORD', order.orderId)}`);
  return { ...order, email };
}

async function newCustomer(place: Place): Promise<string> {
  const { email } = await newBuyersOrder(place);
  const [customer] = await place.test.database.query<{ id: string }>(
    sql`select id from customer where email = ${email}`,
  );
  return customer?.id as string;
}

async function newNote(place: Place): Promise<string> {
  const { orderId } = await newBuyersOrder(place);
  return (await callAt(place, 'note/add-note', { orderId, text: 'Called us' })).note.id;
}

/** What support does with orders and customers. */
export const supportRows = {
  'subscription-order/end-order': {
    ...{ access: 'write', elsewhere: 'notFound' },
    body: async (place) => ({ orderId: (await newOrder(place, 'subscription')).orderId }),
  },
  'receipt/send-receipt': {
    ...{ access: 'write', elsewhere: 'notFound' },
    body: async (place) => ({ paymentId: (await newBuyersOrder(place)).paymentId }),
  },
  'portal/send-link': {
    ...{ access: 'write', elsewhere: 'notFound' },
    body: async (place) => ({ orderId: (await newBuyersOrder(place)).orderId }),
  },
  'note/add-note': [
    {
      ...{ name: 'of an order', access: 'write' },
      ...{ absent: 'orderNotFound', elsewhere: 'orderNotFound' },
      body: async (place: Place) => ({
        orderId: (await newBuyersOrder(place)).orderId,
        text: 'Called us',
      }),
    },
    {
      ...{ name: 'of a customer', access: 'write' },
      ...{ absent: 'customerNotFound', elsewhere: 'customerNotFound' },
      body: async (place: Place) => ({ customerId: await newCustomer(place), text: 'Called us' }),
    },
  ],
  'note/delete-note': {
    ...{ access: 'write', elsewhere: 'notFound' },
    body: async (place) => ({ id: await newNote(place) }),
  },
  'personal-data/export-customer': {
    ...{ access: 'write', absent: 'storeNotFound' },
    body: async (place) => ({
      storeId: place.store.id,
      email: (await newBuyersOrder(place)).email,
    }),
  },
  'personal-data/erase-customer': {
    ...{ access: 'owner', absent: 'storeNotFound' },
    body: async (place) => ({
      storeId: place.store.id,
      email: (await newBuyersOrder(place)).email,
    }),
  },
} as const satisfies SomeRows;

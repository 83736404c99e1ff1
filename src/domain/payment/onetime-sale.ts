import { makeMove } from '../../contract/states.ts';
import { recordEvents } from '../../events/record-event.ts';
import { encodeId } from '../../kit/id.ts';
import { ONETIME_ORDER_MOVES } from '../order/onetime-order.states.ts';
import { markOrdersCompleted } from '../order/order.queries.ts';
import { paymentEventData } from '../order/order-event.ts';
import type { SoldOrder } from '../order/sold-order.queries.ts';
import type { Sale } from './sale.ts';

/** A one-time product's order is completed by its payment. */
export const onetimeSale: Sale = {
  paid: async (tx, { ids, storeId, sold }, now) => {
    const soldOnce = async () => (await sold()).filter(({ kind }) => kind === 'onetime');
    await makeMove(
      ONETIME_ORDER_MOVES,
      { from: 'pending', to: 'completed' },
      {
        change: () => markOrdersCompleted(tx, { ids, storeId }, now),
        record: async (type) => {
          const [order, ...others] = await soldOnce();
          if (!order) return;
          const { environment, storeName } = order;
          const occurrences = [order, ...others].map(occurrenceOf);
          await recordEvents(tx, { storeId, environment, type, storeName }, occurrences, now);
        },
      },
    );
    if ((await soldOnce()).some(({ orderStatus }) => orderStatus !== 'completed')) {
      throw new Error('A paid order did not complete');
    }
  },
  failed: async () => {},
};

function occurrenceOf(order: SoldOrder) {
  const { paymentId, at } = order;
  const eventId = encodeId('PAY', paymentId);
  return { eventId, data: paymentEventData(order, at), occurredAt: at };
}

import { makeMove } from '../../contract/states.ts';
import { recordEvent } from '../../events/record-event.ts';
import { encodeId } from '../../kit/id.ts';
import { ONETIME_ORDER_MOVES } from '../order/onetime-order.states.ts';
import { markOrderCompleted } from '../order/order.queries.ts';
import { paymentEventData } from '../order/order-event.ts';
import type { Sale } from './sale.ts';

/** A one-time product's order is completed by its payment. */
export const onetimeSale: Sale = {
  paid: async (tx, { id, storeId, sold }, now) => {
    await makeMove(
      ONETIME_ORDER_MOVES,
      { from: 'pending', to: 'completed' },
      {
        change: () => markOrderCompleted(tx, { id, storeId }, now),
        record: async (type) => {
          const order = await sold();
          if (!order) return;
          const { environment, storeName, at } = order;
          const eventId = encodeId('PAY', id);
          const scope = { storeId, environment, storeName, occurredAt: at };
          await recordEvent(
            tx,
            { ...scope, type, eventId, data: paymentEventData(order, at) },
            now,
          );
        },
      },
    );
    const order = await sold();
    if (order?.kind === 'onetime' && order.orderStatus !== 'completed') {
      throw new Error('A paid order did not complete');
    }
  },
  failed: async () => {},
};

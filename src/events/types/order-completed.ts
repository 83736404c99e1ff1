import { eventType } from '../event-type.ts';
import { payment, samplePayment } from './fields.ts';

export const orderCompleted = eventType({
  type: 'order.completed',
  group: 'Orders',
  meaning: 'A one-time order was paid.',
  eventId: 'payment',
  id: 'eventId',
  notice: { title: 'New order', tone: 'good' },
  merchantMail: {
    switch: 'notifyNewOrders',
    text: ({ product, amount, buyer, store }) => [
      `New order: ${product}, ${amount}`,
      'New order',
      `${buyer} bought ${product} from ${store}.`,
    ],
  },
  buyerMail: { switch: 'emailOrderConfirmation' },
  fields: payment,
  sample: samplePayment,
  sampleStatus: 'completed',
});

interface Exception {
  /** Prefixes of `src/….ts#function`. */
  readonly senders: readonly string[];
  readonly why: string;
}

/**
 * Statements that deliberately read all stores. They lock no row, and read nothing about buyers
 * except how many mails an address received.
 */
export const ALL_STORES: readonly Exception[] = [
  {
    senders: [
      'src/domain/payment/payment.queries.ts#findNamedPayment',
      'src/domain/payment/payment.queries.ts#findSavingOrder',
      'src/domain/refund/refund.queries.ts#findChangeableRefund',
    ],
    why: 'a provider’s callback identifies our payment or refund, not its store',
  },
  {
    senders: [
      'src/domain/kyb-ticket/kyb-ticket.queries.ts#findKybTicket',
      'src/domain/kyb-ticket/kyb-ticket.queries.ts#listKybTickets',
    ],
    why: 'the operator lists the tickets of all stores, and names one by its id',
  },
  {
    senders: ['src/domain/personal-data/merchant-data.queries.ts#findStoresOf'],
    why: 'the operator finds the stores that have rows of a merchant, before reading them there',
  },
  {
    senders: ['src/domain/secret-key/sealed.queries.ts#listSealed'],
    why: 'the operator changes the key, and every store’s secrets are encrypted again',
  },
  {
    senders: ['src/domain/secret-key/sealed.queries.ts#findSealed'],
    why: 'a start tries its key on any one secret of each kind, whatever its store',
  },
  {
    senders: ['src/events/mail-limits.queries.ts#nextMailAt'],
    why: 'an address receives a limited number of mails across all stores',
  },
  {
    senders: ['src/events/log-partitions.queries.ts'],
    why: 'a log partition is dropped as a whole once nothing in it is left to send',
  },
  { senders: ['src/worker/queue.queries.ts#readQueues'], why: 'metrics count what is due' },
  { senders: ['src/doctor/'], why: 'the operator checks the books' },
  {
    senders: [
      'src/domain/checkout-session/due-sessions.queries.ts#findStoresWithDueSessions',
      'src/domain/notification/reminder.queries.ts#findStoresWithReminders',
      'src/domain/payment/payment.queries.ts#findStoresWithUnsettledPayments',
      'src/domain/picture/picture.queries.ts#findStoresWithRemovals',
      'src/domain/refund/refund.queries.ts#findStoresWithDueRefunds',
      'src/domain/retention/prune.queries.ts#findStoresToPrune',
      'src/domain/subscription/due.queries.ts#findStoresWithDueSubscriptions',
      'src/events/delivery.queries.ts#readQueuePage',
      'src/events/mail-delivery.queries.ts#findStoresWithDueMails',
      'src/events/prune.queries.ts#findStoresWithOldEvents',
      'src/events/warning.queries.ts#findStoresWithWarnings',
      'src/graphql/analytics/rollup.queries.ts#findStoresWithMarks',
    ],
    why: 'a job finds the stores with due work before it claims in one of them',
  },
];

interface Exception {
  /** Beginnings of `src/….ts#function`. */
  readonly senders: readonly string[];
  readonly why: string;
}

/**
 * Statements that look at all stores on purpose. They lock no row, and read no more about buyers than
 * how many mails an address got.
 */
export const ALL_STORES: readonly Exception[] = [
  {
    senders: [
      'src/domain/payment/payment.queries.ts#findPendingPayment',
      'src/domain/refund/refund.queries.ts#findPendingRefund',
    ],
    why: 'a provider’s callback names our payment or refund, not its store',
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
    why: 'the operator asks which stores have rows of a merchant, before it reads them there',
  },
  {
    senders: ['src/domain/secret-key/sealed.queries.ts#listSealed'],
    why: 'the operator changes the key, and every store’s secrets are sealed again',
  },
  {
    senders: ['src/events/queue-mail.queries.ts#countMailsTo'],
    why: 'an address gets a limited number of mails, whichever stores send them',
  },
  {
    senders: ['src/events/log-partitions.queries.ts'],
    why: 'a partition of the log goes as a whole, when nothing in it is still to be sent',
  },
  { senders: ['src/worker/queue.queries.ts#readQueues'], why: 'metrics count what is due' },
  { senders: ['src/doctor/'], why: 'the operator asks whether the books are right' },
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
    why: 'a job asks which stores have due work, before it claims within one',
  },
];

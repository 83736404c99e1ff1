import { mapOf, nullable, optional, type Shape } from './shapes.ts';

/**
 * What the published Go client parses, by its types: a `string` there accepts no number, an `int`
 * no fraction, and without a pointer it can't distinguish null from an empty value.
 */

const timestamps = { createdAt: 'string', updatedAt: 'string' } as const;

/**
 * One entry of `errors` or `warnings`; a path is a list of strings, so it can't contain a list
 * index.
 */
export const NOTICE: Shape = {
  message: 'string',
  layer: optional('string'),
  aiHint: optional('string'),
  locations: optional([{ line: 'integer', column: 'integer' }]),
  path: optional(['string']),
};

const SWITCHES = [
  ...['emailOrderConfirmation', 'emailSubscriptionConfirmation', 'emailSubscriptionCycled'],
  ...['emailSubscriptionCanceled', 'emailSubscriptionRevoked', 'emailSubscriptionPastDue'],
  ...['emailTrialStarted', 'emailTrialEnding', 'notifyNewOrders', 'notifyNewSubscriptions'],
  ...['notifySubscriptionCanceled', 'notifySubscriptionEnded', 'notifySubscriptionPastDue'],
  ...['notifySubscriptionRenewed', 'notifySubscriptionUncanceled', 'notifySubscriptionUpdated'],
  ...['notifyChargeback', 'notifyPayoutCompleted', 'notifyPayoutFailed'],
];

const theme = {
  checkoutLogo: nullable('string'),
  checkoutColorPrimary: 'string',
  checkoutColorBackground: 'string',
  checkoutColorCard: 'string',
  checkoutColorText: 'string',
  checkoutBorderRadius: 'string',
} as const;

const store = {
  id: 'string',
  name: 'string',
  status: 'string',
  prodEnabled: 'boolean',
  logo: nullable('string'),
  supportEmail: nullable('string'),
  website: nullable('string'),
  slug: nullable('string'),
  notificationSettings: nullable(
    Object.fromEntries(SWITCHES.map((name) => [name, optional('boolean')])),
  ),
  checkoutSettings: nullable({ defaultDarkMode: 'boolean', light: theme, dark: theme }),
  deletedAt: nullable('string'),
  ...timestamps,
} as const;

const onetimeProduct = {
  id: 'string',
  storeId: 'string',
  name: 'string',
  status: 'string',
  description: nullable('string'),
  prices: mapOf({ amount: 'string', taxCategory: 'string' }),
  media: [
    { type: 'string', url: 'string', alt: optional('string'), thumbnail: optional('string') },
  ],
  successUrl: nullable('string'),
  metadata: mapOf('any'),
  ...timestamps,
} as const;

/** The actions' answers, by the name of their object. */
export const GO_ANSWERS = {
  store: { store },
  webhook: {
    webhook: {
      id: 'string',
      storeId: 'string',
      channel: 'string',
      url: 'string',
      events: ['string'],
      testMode: 'boolean',
      secret: nullable('string'),
      ...timestamps,
    },
  },
  onetimeProduct: { product: onetimeProduct },
  subscriptionProduct: { product: { ...onetimeProduct, billingPeriod: 'string' } },
  group: {
    group: {
      id: 'string',
      storeId: 'string',
      name: 'string',
      description: nullable('string'),
      rules: { sharedTrial: 'boolean' },
      productIds: ['string'],
      environment: 'string',
      ...timestamps,
    },
  },
  sessionToken: { token: 'string', expiresAt: 'string' },
  checkoutSession: { sessionId: 'string', checkoutUrl: 'string', expiresAt: 'string' },
  order: { orderId: 'string', status: 'string' },
  ticket: {
    ticket: {
      id: 'string',
      type: 'string',
      status: 'string',
      subjectId: 'string',
      submitterId: 'string',
      submitterType: 'string',
      currentVersionId: nullable('string'),
      reviewerId: nullable('string'),
      reviewedAt: nullable('string'),
      reviewNote: nullable('string'),
      rejectReason: nullable('string'),
      executedAt: nullable('string'),
      metadata: optional(mapOf('any')),
      versionNumber: nullable('integer'),
      versionData: nullable({
        reason: 'string',
        requestedAmount: nullable({ amount: 'string', currency: 'string' }),
      }),
      refundTicketMerchantExternalId: nullable('string'),
      ...timestamps,
    },
  },
  member: {
    storeId: 'string',
    merchantId: 'string',
    email: 'string',
    role: 'string',
    status: 'string',
    addedAt: 'string',
  },
  role: { storeId: 'string', merchantId: 'string', role: 'string', updatedAt: 'string' },
  removal: { message: 'string', removedAt: 'string' },
} satisfies Readonly<Record<string, Shape>>;

const maybeStrings = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, optional('string')]));

/** A webhook's body with the data that any event may have. */
export const GO_EVENT: Shape = {
  id: 'string',
  timestamp: 'string',
  eventType: 'string',
  eventId: 'string',
  storeId: 'string',
  storeName: 'string',
  mode: 'string',
  data: {
    orderId: 'string',
    buyerEmail: 'string',
    currency: 'string',
    amount: 'string',
    taxAmount: 'string',
    productName: 'string',
    taxRate: optional('number'),
    billingDetail: optional(mapOf('any')),
    orderMetadata: optional(mapOf('string')),
    productMetadata: optional(mapOf('string')),
    ...maybeStrings('orderStatus', 'merchantProvidedBuyerIdentity', 'orderMerchantExternalId'),
    ...maybeStrings('refundTicketMerchantExternalId', 'taxName', 'subtotal', 'total'),
    ...maybeStrings('productDescription', 'paymentId', 'paymentStatus', 'paymentMethod'),
    ...maybeStrings('paymentLast4', 'paymentFailureReason', 'paymentDate', 'billingPeriod'),
    ...maybeStrings('currentPeriodStart', 'currentPeriodEnd', 'canceledAt'),
    ...maybeStrings('refundStatus', 'refundReason', 'refundCreatedAt'),
  },
};

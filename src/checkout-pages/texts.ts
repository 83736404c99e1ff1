/** Every text of the hosted checkout in English; a translation is another table of this shape. */
const english = {
  locale: 'en',
  pageTitle: (what: string, store: string) => `${what} · ${store}`,
  testMode: 'Test mode',
  testModeHint: 'No money moves here.',
  testCard: 'Pay with the test card',
  testCardRest: ', any future date and any 3 digits.',
  skip: 'Skip to payment',
  periods: {
    once: 'One-time payment',
    weekly: 'Every week',
    monthly: 'Every month',
    quarterly: 'Every 3 months',
    yearly: 'Every year',
  } as Readonly<Record<string, string>>,
  about: 'About this product',
  picture: 'Picture of the product',
  watchVideo: 'Watch the video',
  paymentForm: 'Payment',
  contact: 'Contact',
  email: 'Email',
  emailError: 'Enter your email address, such as name@example.com.',
  card: 'Card',
  cardNumber: 'Card number',
  cardNumberError: 'Enter the number on the front of your card.',
  cardExpiry: 'Expiry (MM/YY)',
  cardExpiryError: 'Enter the month and year, such as 04/30.',
  cardCvc: 'Security code',
  cardCvcError: 'Enter the 3 or 4 digits.',
  billing: 'Billing address',
  country: 'Country or region',
  chooseCountry: 'Choose a country',
  countryError: 'Choose your country or region.',
  state: 'State or province',
  stateError: 'Enter your state.',
  postcode: 'Postal code',
  postcodeError: 'Enter your province or your postal code.',
  business: 'I am buying for a business',
  businessName: 'Business name',
  businessNameError: 'Enter the name of your business.',
  taxId: 'Tax ID',
  optional: 'optional',
  pay: (amount: string) => `Pay ${amount}`,
  startTrial: 'Start free trial',
  trialFree: (days: number) => `${days} ${days === 1 ? 'day' : 'days'} free`,
  trialPaid: (amount: string, days: number) =>
    `${amount} for the first ${days === 1 ? 'day' : `${days} days`}`,
  trialThen: (amount: string) => `then ${amount}`,
  trialUsed:
    'You have used this trial before, so the full price is due now. You have not been charged: go on only if you agree.',
  renews: (amount: string, period: string) =>
    `You agree to be charged ${amount} ${period} until you cancel.`,
  renewalPeriods: {
    weekly: 'every week',
    monthly: 'every month',
    quarterly: 'every 3 months',
    yearly: 'every year',
  } as Readonly<Record<string, string>>,
  paying: 'Processing your payment…',
  secure: (store: string) => `Your card details are never shared with ${store}.`,
  problem: 'There is a problem',
  checkFields: 'Check what is marked below.',
  declined: 'Your payment was declined',
  declinedHint: 'You have not been charged. Check the details, or try another card.',
  /** By the provider's word for why. */
  declineReasons: {
    card_declined: 'Your bank declined the card.',
    insufficient_funds: 'The card has insufficient funds.',
    expired_card: 'The card has expired.',
    incorrect_cvc: 'The security code is not the one on the card.',
  } as Readonly<Record<string, string>>,
  network:
    'We could not reach the server. Try again: whatever happened, you will not be charged twice.',
  failure:
    'Something went wrong on our side. Try again: whatever happened, you will not be charged twice.',
  tokenExpired: (store: string) =>
    `Your log-in at ${store} has expired. Go back to ${store} and start the checkout again. You have not been charged.`,
  paidTitle: 'Payment successful',
  paidText: (store: string) => `Thank you. ${store} has received your payment.`,
  trialBegunTitle: 'Your free trial has begun',
  trialBegunText: (store: string) => `Thank you. ${store} has charged nothing yet.`,
  alreadyPaidTitle: 'This checkout is already paid',
  alreadyPaidText: 'The payment went through, and there is nothing left to do on this page.',
  receipt: 'Receipt',
  receiptProduct: 'Product',
  receiptAmount: 'Amount paid',
  receiptDate: 'Date',
  receiptCard: 'Paid with',
  cardEnding: (brand: string, last4: string) => `${brand} ending in ${last4}`,
  receiptEmail: 'Email',
  receiptOrder: 'Order number',
  returnTo: (store: string) => `Return to ${store}`,
  returning: (store: string) => `You will be taken back to ${store} in a few seconds.`,
  expiredTitle: 'This checkout has expired',
  expiredText: (store: string) => `To buy this product, go back to ${store} and start again.`,
  inactiveTitle: 'This store takes no payments at the moment',
  inactiveText: (store: string) => `Ask ${store}, or come back later.`,
  noMethodTitle: 'There is no way to pay here yet',
  noMethodText: (wanted: string) => `This checkout takes ${wanted}, which is not available here.`,
  noMethodSandbox: 'Test mode simulates cards only.',
  methods: {
    card: 'cards',
    applepay: 'Apple Pay',
    googlepay: 'Google Pay',
    wechat: 'WeChat Pay',
  } as Readonly<Record<string, string>>,
  unknownTitle: 'This checkout does not exist',
  unknownText: 'The link may be incomplete. Open it again from where you received it.',
  busyTitle: 'Too many requests',
  busyText: 'Wait a few seconds, then load this page again.',
  failureTitle: 'This page could not be shown',
  failureText: 'Something went wrong on our side. Wait a moment, then load this page again.',
  support: 'Questions?',
  poweredBy: 'Powered by Tillgate',
} as const;

type Widened<T> = T extends string
  ? string
  : T extends (...args: infer A) => string
    ? (...args: A) => string
    : T;
export type Texts = { readonly [Key in keyof typeof english]: Widened<(typeof english)[Key]> };

/**
 * The texts for a session's language. English until there are other tables; regional English
 * formats amounts and dates its own way. `locale` is the language the page is really in.
 */
export function textsFor(language: string | null): Texts {
  return language?.startsWith('en-') ? { ...english, locale: language } : english;
}

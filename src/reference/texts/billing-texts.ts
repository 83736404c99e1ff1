import { COUNTRY, type FieldTexts, text } from '../field-text.ts';

/** Billing details: a payment needs more of them than a checkout session, which asks for the rest. */
export const billingTexts: FieldTexts = {
  billingDetail: ['Billing details of the buyer.', { country: 'DE', isBusiness: false }],
  'billingDetail.country': ['Country, ISO 3166-1 alpha-2.', 'DE', COUNTRY],
  isBusiness: ['Whether the buyer is a business.', false],
  postcode: ['Postal code; Canada requires this or `state`.', '10115', text(200)],
  'checkout/create-session:postcode': [
    'Postal code; the United States and Canada require this or `state`.',
    '10115',
    text(200),
  ],
  state: [
    'State or province; the United States require this, Canada this or `postcode`.',
    'Berlin',
    text(200),
  ],
  'checkout/create-session:state': [
    'State or province; the United States and Canada require this or `postcode`.',
    'Berlin',
    text(200),
  ],
  businessName: ['Name of the business; required if `isBusiness` is true.', 'Acme GmbH', text(200)],
  'checkout/create-session:businessName': [
    'Name of the business; the page asks a business for it.',
    'Acme GmbH',
    text(200),
  ],
  'billingDetail.taxId': ['Tax number of the business.', 'DE123456789', text(200)],
};

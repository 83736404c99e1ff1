import {
  MAX_ADDRESS_LENGTH,
  MAX_BUSINESS_NAME_LENGTH,
  MAX_TAX_ID_LENGTH,
} from '../../domain/store/business.ts';
import { MAX_STORE_NAME_LENGTH } from '../../domain/store/store.ts';
import { aliasOf, SWITCHES, type SwitchName, switchNames } from '../../events/switches.ts';
import {
  type FieldText,
  type FieldTexts,
  SAMPLE,
  shortId,
  TIME,
  text,
  url,
} from '../field-text.ts';

const STORE = shortId('STO');
const PICTURE = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const COLOR = { pattern: '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$' };
const switchTexts = Object.fromEntries(
  switchNames.map((name): [string, FieldText] => [name, [sentenceOf(name), true]]),
);

/** Stores, their settings, verification and KYB. */
export const storeTexts: FieldTexts = {
  store: ['The store.', undefined],
  storeId: ['The store.', SAMPLE.store, STORE],
  'store:id': ['The store.', SAMPLE.store, STORE],
  'store.id': ['The store.', SAMPLE.store, STORE],
  'store:name': ['Name of the store, trimmed.', 'Acme', text(MAX_STORE_NAME_LENGTH)],
  'stores.name': ['Name of the store.', 'Acme', text(MAX_STORE_NAME_LENGTH)],
  'store/require-two-factor:required': [
    'Whether members without a second factor have no access to the store.',
    true,
  ],
  membersWithout: [
    'Email addresses of members without a second factor; empty if it isn’t required.',
    ['ada@example.com'],
  ],
  twoFactorRequired: ['Whether the store requires two-factor login of its members.', false],
  storesBehindFactor: [
    'Stores of the account that require a second factor, which it doesn’t have yet.',
    undefined,
  ],
  'storesBehindFactor.id': ['The store.', SAMPLE.store, STORE],
  'storesBehindFactor.name': ['Name of the store.', 'Acme', text(MAX_STORE_NAME_LENGTH)],
  'store:status': ['State of the store: only an active one sells.', 'active'],
  logo: ['URL of the logo, or null for none.', 'https://shop.example.com/logo.png', url(2_048)],
  'store:businessName': [
    'Legal name of the business, shown on hosted pages and receipts; null for none.',
    'Acme GmbH',
    text(MAX_BUSINESS_NAME_LENGTH),
  ],
  'store:taxId': [
    'Tax ID of the business, shown like its name; null for none.',
    'DE123456789',
    text(MAX_TAX_ID_LENGTH),
  ],
  businessAddress: [
    'Address of the business, shown like its name; lines are separated by \\n. Null for none.',
    'Hauptstr. 1\n10115 Berlin',
    text(MAX_ADDRESS_LENGTH),
  ],
  supportEmail: [
    'Confirmed support address; set by `confirm-support-email` only.',
    'help@example.com',
  ],
  'supportEmail.email': ['The address that the code was mailed to.', 'help@example.com'],
  'supportEmail.storeId': ['The store.', SAMPLE.store, STORE],
  'supportEmail.status': ['Always `pending`: the code has yet to be entered.', 'pending'],
  'supportEmail.expiresAt': ['When the code stops working.', SAMPLE.later, TIME],
  'store/bind-support-email:supportEmail': ['The address awaiting its code.', undefined],
  'store/bind-support-email:email': ['The address to bind.', 'help@example.com', text(254)],
  'store/confirm-support-email:code': ['The six digits that were mailed.', '123456'],
  'store.website': ['Verified website; set by `verify-website` only.', 'https://shop.example.com'],
  'store/bind-website:website': ['What to publish, and where.', undefined],
  'store/verify-website:website': ['What was found, and where.', undefined],
  'store/bind-website:url': ['URL of the website to bind.', 'https://shop.example.com', url(2_048)],
  'website.url': ['URL of the website.', 'https://shop.example.com'],
  'website.status': ['`verified` once the proof was found.', 'pending'],
  'website.token': ['The token that proves the website.', 'Zk3vB8dQ1nR5tX7y'],
  'website.verifiedAt': ['When the proof was found; null until then.', null, TIME],
  dnsRecord: ['A DNS record that proves the website.', undefined],
  'dnsRecord.type': ['Always `TXT`.', 'TXT'],
  'dnsRecord.name': ['Name of the record.', '_tillgate-verification.shop.example.com'],
  'dnsRecord.value': ['Value of the record.', 'tillgate-verification=Zk3vB8dQ1nR5tX7y'],
  wellKnown: ['A file that proves the website instead.', undefined],
  'wellKnown.url': [
    'URL of the file.',
    'https://shop.example.com/.well-known/tillgate-verification.txt',
  ],
  'wellKnown.content': ['The line it must contain.', 'tillgate-verification=Zk3vB8dQ1nR5tX7y'],
  slug: ['Public name of the store, sent as `X-Store-Slug`.', 'acme-4f7k2m9x'],
  prodEnabled: ['Whether the store sells in production.', false],
  notificationSettings: ['Switches of mails; null restores every default.', undefined],
  checkoutSettings: [
    'Appearance of the hosted pages; null restores both default themes.',
    undefined,
  ],
  defaultDarkMode: ['Whether hosted pages are dark unless the session says otherwise.', false],
  light: ['The light theme; null restores its defaults.', undefined],
  dark: ['The dark theme; null restores its defaults.', undefined],
  checkoutLogo: ['Logo on the hosted pages, or null for none.', null, url(2_048)],
  checkoutColorPrimary: ['Color of buttons and links.', '#000000', COLOR],
  checkoutColorBackground: ['Color behind everything.', '#FFFFFF', COLOR],
  checkoutColorCard: ['Color behind the order and the form.', '#F5F5F5', COLOR],
  checkoutColorText: ['Color of text.', '#1A1A1A', COLOR],
  checkoutBorderRadius: [
    'Corner radius.',
    '8px',
    { pattern: '^[0-9]{1,4}(\\.[0-9]{1,3})?(px|rem|em|%)$' },
  ],
  webhookSettings: ['Ignored, with a warning: webhooks have their own actions.', {}],
  ...switchTexts,
  deletedAt: ['When the store was deleted; null if it wasn’t.', null, TIME],
  createdAt: ['When it was created.', SAMPLE.time, TIME],
  'picture:content': [
    'The picture, a PNG, JPEG or WebP file as base64.',
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ],
  'picture:id': ['The picture.', PICTURE],
  picture: ['The picture.', undefined],
  'picture.id': ['SHA-256 of the served file, in hex.', PICTURE],
  'picture.url': [
    'URL of the served file.',
    `https://pay.example.com/pictures/${SAMPLE.store}/${PICTURE}.webp`,
  ],
  'picture.width': ['Pixels.', 800],
  'picture.height': ['Pixels.', 600],
  'picture.bytes': ['Size of the served file in bytes.', 48_213],
  updatedAt: ['When it last changed.', SAMPLE.time, TIME],
  ifUnmodifiedSince: [
    'The `updatedAt` your change is based on; 409 if it has changed since.',
    SAMPLE.time,
    TIME,
  ],
  'kyb-ticket:ticket': ['The KYB ticket.', undefined],
  'kyb-ticket:ticket.id': ['The ticket.', SAMPLE.ticket, shortId('TKT')],
  'kyb-ticket:ticket.status': ['State of the review.', 'pending'],
  legalName: ['Legal name of the business.', 'Acme GmbH', text(200)],
  'kyb-ticket:country': [
    'Country of the business, ISO 3166-1 alpha-2.',
    'DE',
    { pattern: '^[A-Z]{2}$' },
  ],
  'kyb-ticket:website': ['Website of the business.', 'https://shop.example.com', url(2_048)],
  registrationNumber: ['Number in the commercial register.', 'HRB 12345', text(300)],
  'kyb-ticket:taxId': ['Tax number of the business.', 'DE123456789', text(300)],
  'kyb-ticket:address': ['Address of the business.', 'Hauptstr. 1, 10115 Berlin', text(300)],
  businessDescription: ['What the business sells.', 'Software for bakeries', text(300)],
  owner: ['Who owns the business.', undefined],
  'owner.name': ['Name of the owner.', 'Ada Lovelace', text(300)],
  'owner.email': ['Email address of the owner.', SAMPLE.email, text(300)],
  'owner.phone': ['Telephone number of the owner.', '+49 30 123456', text(300)],
  'owner.dateOfBirth': ['Date of birth of the owner.', '1990-12-10'],
  'owner.nationality': ['Nationality of the owner.', 'DE', text(300)],
  'owner.address': ['Home address of the owner.', 'Hauptstr. 1, 10115 Berlin', text(300)],
  documents: ['Documents, stored elsewhere, that prove the details.', undefined],
  'documents.type': ['Kind of paper.', 'register-extract', text(300)],
  'documents.name': ['Name of the file.', 'extract.pdf', text(300)],
  'documents.sha256': ['SHA-256 of the file, in hex.', 'a'.repeat(64)],
  'documents.sizeBytes': ['Size of the file.', 52_311],
  'documents.reference': ['Where the operator finds the file.', 'case 2026-17', text(300)],
  clock: ['The test clock of the store.', undefined],
  'clock.now': ['The current time in the store’s test environment.', SAMPLE.later, TIME],
  'test-clock:to': ['The time to move to, later than the clock’s.', SAMPLE.later, TIME],
};

function sentenceOf(name: SwitchName): string {
  const { setBy, when } = SWITCHES[name];
  const other = aliasOf(name);
  if (other) return `Another name for \`${other}\`: of two values, the changed one counts.`;
  return setBy === 'merchant'
    ? `Whether the merchant is mailed when ${when}.`
    : `Whether the buyer is mailed when ${when}; read-only.`;
}

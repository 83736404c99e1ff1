import type { ActionPath } from '../../src/actions.ts';
import { encodeId, type IdPrefix, newId, newUuid } from '../../src/kit/id.ts';

type Body = Readonly<Record<string, unknown>>;

const now = new Date();
const id = (prefix: IdPrefix) => encodeId(prefix, newId(prefix, now));
const storeId = id('STO');
const orderId = id('ORD');
const checkoutSessionId = `cs_${newUuid(now)}`;
const uuid = newUuid(now);
const ifUnmodifiedSince = '2030-01-01T00:00:00.000Z';
const billingDetail = { country: 'CA', isBusiness: true, state: 'ON', businessName: 'A Ltd' };
const span = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
const price = { amount: '9.90', taxCategory: 'saas', taxIncluded: true };
const content = {
  ...{ name: 'A product', description: 'Text', successUrl: 'https://example.com/thanks' },
  ...{ prices: { USD: price, EUR: price }, metadata: { trialDays: 7 } },
  media: [{ type: 'image', url: 'https://example.com/a.png', alt: 'A' }],
};
const trialContent = { ...content, prices: { USD: { ...price, trialAmount: '1.00' }, EUR: price } };
const group = {
  ...{ name: 'A group', description: 'Text', rules: { sharedTrial: true } },
  productIds: [id('PROD')],
};
const payment = {
  ...{ checkoutSessionId, buyerEmail: 'buyer@example.com', billingDetail },
  ...{ paymentMethod: 'card', paymentToken: 'tok_1', amountDue: '9.90' },
};
const ticket = {
  ...{ paymentId: id('PAY'), reason: 'Broken' },
  requestedAmount: { amount: '1.00', currency: 'USD' },
};
const webhook = { url: 'https://example.com/hook', events: ['order.completed'], secret: 'secret' };
const account = { email: 'a@example.com', password: 'correct horse battery', name: 'A merchant' };

const newPasskey = {
  id: 'AA',
  response: { clientDataJSON: 'e30', attestationObject: 'AA', transports: ['internal'] },
};
const passkeyAnswer = {
  id: 'AA',
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
};

/** A valid body with all fields for every action, though its ids don't exist. */
export const fullBodies: Readonly<Record<ActionPath, Body>> = {
  'merchant/sign-up': account,
  'merchant/log-in': { email: account.email, password: account.password },
  'merchant/log-out': {},
  'merchant/get-session': {},
  'merchant/request-password-reset': { email: account.email },
  'merchant/reset-password': { token: 'code', password: account.password },
  'merchant/confirm-email': { token: 'code' },
  'merchant/request-email-confirmation': {},
  'merchant/update-name': { name: 'Another name' },
  'merchant/change-password': { currentPassword: 'a password', newPassword: 'another password' },
  'merchant/change-email': { email: account.email, password: 'a password' },
  'merchant/confirm-email-change': { token: 'code' },
  'merchant/list-sessions': {},
  'merchant/end-session': { id: uuid },
  'merchant/log-out-everywhere': {},
  'merchant/step-up': { password: 'a password', code: '123456', credential: passkeyAnswer },
  'merchant/begin-passkey': {},
  'merchant/add-passkey': { name: 'A key', credential: newPasskey },
  'merchant/list-passkeys': {},
  'merchant/rename-passkey': { id: uuid, name: 'A key' },
  'merchant/remove-passkey': { id: uuid },
  'merchant/begin-passkey-log-in': {},
  'merchant/log-in-with-passkey': { credential: passkeyAnswer },
  'merchant/begin-passkey-step-up': {},
  'merchant/begin-totp': { password: 'a password' },
  'merchant/confirm-totp': { code: '123456' },
  'merchant/disable-totp': { password: 'a password', code: '123456' },
  'merchant/renew-recovery-codes': {},
  'api-key/create-key': { environment: 'test', nickname: 'A key', publicKey: null },
  'api-key/delete-key': { id: uuid },
  'store/create-store': { name: 'A store' },
  'store/update-store': {
    ...{ id: storeId, name: 'A store', status: 'active', logo: 'https://example.com/a.png' },
    ...{ notificationSettings: { notifyNewOrders: true }, checkoutSettings: { light: {} } },
    ifUnmodifiedSince,
  },
  'store/delete-store': { id: storeId },
  'picture/upload-picture': { storeId, content: 'iVBORw0KGgo=' },
  'picture/delete-picture': { storeId, id: 'a'.repeat(64) },
  'store/bind-support-email': { storeId, email: account.email },
  'store/confirm-support-email': { storeId, code: '123456' },
  'store/revoke-support-email': { storeId },
  'store/bind-website': { storeId, url: 'https://example.com/' },
  'store/verify-website': { storeId },
  'store/revoke-website': { storeId },
  'store/require-two-factor': { storeId, required: true },
  'kyb-ticket/submit-ticket': {
    ...{ storeId, legalName: 'A Ltd', country: 'IE', website: 'https://example.com/' },
  },
  'store/add-webhook': { storeId, channel: 'telegram', testMode: true, ...webhook },
  'store/update-webhook': { id: uuid, ...webhook, ifUnmodifiedSince },
  'store/remove-webhook': { id: uuid },
  'store/send-test-event': {
    ...{ storeId, webhookId: uuid, eventType: 'order.completed', data: { a: 1 } },
  },
  'webhook-delivery/resend-delivery': { id: uuid },
  'webhook-delivery/resend-deliveries': { storeId, webhookId: uuid, status: 'failed', ...span },
  'webhook-delivery/replay-deliveries': { webhookId: uuid, ...span },
  'webhook-delivery/list-attempts': { id: uuid },
  'event/list-events': { storeId, limit: 10, cursor: uuid, eventType: 'order.completed' },
  'onetime-product/create-product': { storeId, ...content },
  'onetime-product/update-product': { id: id('PROD'), ...content, ifUnmodifiedSince },
  'onetime-product/publish-product': { id: id('PROD') },
  'onetime-product/update-status': { id: id('PROD'), status: 'active' },
  'onetime-product/preview-publish': { id: id('PROD') },
  'subscription-product/create-product': { storeId, billingPeriod: 'monthly', ...trialContent },
  'subscription-product/update-product': {
    ...{ id: id('PROD'), billingPeriod: 'monthly', ...trialContent, ifUnmodifiedSince },
  },
  'subscription-product/publish-product': { id: id('PROD') },
  'subscription-product/update-status': { id: id('PROD'), status: 'active' },
  'subscription-product/preview-publish': { id: id('PROD') },
  'subscription-product-group/create-group': { storeId, ...group },
  'subscription-product-group/update-group': { id: uuid, ...group, ifUnmodifiedSince },
  'subscription-product-group/delete-group': { id: uuid },
  'subscription-product-group/publish-group': { id: uuid },
  'subscription-product-group/preview-publish': { id: uuid },
  'subscription-order/change-product': { orderId, targetProductId: id('PROD') },
  'store-merchant/add-merchant': { storeId, email: account.email, role: 'member' },
  'store-merchant/remove-merchant': { storeId, merchantId: id('MER') },
  'store-merchant/update-role': { storeId, merchantId: id('MER'), role: 'admin' },
  'store-merchant/accept-invitation': { token: 'code' },
  'store-merchant/show-invitation': { token: 'code' },
  'store-merchant/list-invitations': { storeId },
  'store-merchant/cancel-invitation': { storeId, email: account.email },
  'audit/list-entries': {
    ...{ storeId, limit: 10, cursor: uuid, merchantId: id('MER'), credential: 'apiKey' },
    ...{ credentialId: uuid, action: 'store', subjectType: 'store', subjectId: storeId },
    ...{ from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' },
  },
  'product/list-versions': { id: id('PROD') },
  'auth/issue-session-token': { storeId, buyerIdentity: 'buyer-1' },
  'checkout/create-session': {
    ...{ productId: id('PROD'), productType: 'subscription', currency: 'USD', withTrial: false },
    ...{ buyerEmail: 'buyer@example.com', billingDetail, darkMode: true, language: 'en' },
    ...{ priceSnapshot: { amount: '9.90', taxCategory: 'saas' }, expiresInSeconds: 600 },
    ...{ successUrl: 'https://example.com/thanks', metadata: { a: 'b' } },
    ...{ orderMerchantExternalId: 'order-1', includePaymentMethods: ['card'] },
    ...{ excludePaymentMethods: [], originOrderId: orderId, changeTiming: 'immediate' },
    ...{ changeAmount: '1.00', changeCreditAmount: null },
  },
  'checkout/preview-trial': { checkoutSessionId, buyerIdentity: 'buyer-1' },
  'checkout/preview-change': { checkoutSessionId },
  'onetime-order/create-order': payment,
  'onetime-order/cancel-order': { orderId },
  'subscription-order/create-order': payment,
  'subscription-order/cancel-order': { orderId, ifStatus: 'active' },
  'subscription-order/reactivate-order': { orderId },
  'subscription-order/update-payment-method': {
    ...{ orderId, paymentMethod: 'card', paymentToken: 'tok_1' },
  },
  'billing-detail/update-detail': { orderId, billingDetail },
  'test-clock/advance-clock': { storeId, to: span.to },
  'refund-ticket/create-ticket': {
    ...{ ...ticket, metadata: { a: 'b' }, refundTicketMerchantExternalId: 'refund-1' },
  },
  'refund-ticket/resubmit-ticket': { ticketId: id('TKT'), ...ticket },
  'refund-ticket/review-ticket': { ticketId: id('TKT'), decision: 'reject', note: 'Text' },
  'subscription-order/end-order': { orderId },
  'receipt/send-receipt': { paymentId: id('PAY') },
  'portal/send-link': { orderId },
  'note/add-note': { orderId, text: 'Text' },
  'note/delete-note': { id: uuid },
  'personal-data/export-customer': { storeId, email: account.email },
  'personal-data/erase-customer': { storeId, email: account.email },
  'verification/scan-prompt': { prompt: 'A cat', locale: 'en', semantic: 'enforce' },
};

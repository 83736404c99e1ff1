import type { Action } from './contract/action.ts';
import { createKey } from './domain/api-key/create-key.ts';
import { deleteKey } from './domain/api-key/delete-key.ts';
import { listEntries } from './domain/audit/list-entries.ts';
import { issueSessionToken } from './domain/auth/issue-session-token.ts';
import { createSession } from './domain/checkout/create-session.ts';
import { previewChange } from './domain/checkout/preview-change.ts';
import { previewTrial } from './domain/checkout/preview-trial.ts';
import { listEvents } from './domain/event/list-events.ts';
import { listTickets } from './domain/kyb-ticket/list-tickets.ts';
import { resolveTicket } from './domain/kyb-ticket/resolve-ticket.ts';
import { submitTicket } from './domain/kyb-ticket/submit-ticket.ts';
import { beginTotp } from './domain/merchant/begin-totp.ts';
import { changeEmail } from './domain/merchant/change-email.ts';
import { changePassword } from './domain/merchant/change-password.ts';
import { confirmEmail } from './domain/merchant/confirm-email.ts';
import { confirmEmailChange } from './domain/merchant/confirm-email-change.ts';
import { confirmTotp } from './domain/merchant/confirm-totp.ts';
import { disableTotp } from './domain/merchant/disable-totp.ts';
import { endSession } from './domain/merchant/end-session.ts';
import { getSession } from './domain/merchant/get-session.ts';
import { listSessions } from './domain/merchant/list-sessions.ts';
import { logIn } from './domain/merchant/log-in.ts';
import { logOut } from './domain/merchant/log-out.ts';
import { logOutEverywhere } from './domain/merchant/log-out-everywhere.ts';
import { passkeyActions } from './domain/merchant/passkey-actions.ts';
import { removeSecondFactor } from './domain/merchant/remove-second-factor.ts';
import { renewRecoveryCodes } from './domain/merchant/renew-recovery-codes.ts';
import { requestEmailConfirmation } from './domain/merchant/request-email-confirmation.ts';
import { requestPasswordReset } from './domain/merchant/request-password-reset.ts';
import { resetPassword } from './domain/merchant/reset-password.ts';
import { signUp } from './domain/merchant/sign-up.ts';
import { stepUp } from './domain/merchant/step-up.ts';
import { updateName } from './domain/merchant/update-name.ts';
import { cancelOrder } from './domain/onetime-order/cancel-order.ts';
import { createOrder } from './domain/onetime-order/create-order.ts';
import { createOnetimeProduct } from './domain/onetime-product/create-product.ts';
import { previewPublishOnetimeProduct } from './domain/onetime-product/preview-publish.ts';
import { publishOnetimeProduct } from './domain/onetime-product/publish-product.ts';
import { updateOnetimeProduct } from './domain/onetime-product/update-product.ts';
import { updateOnetimeStatus } from './domain/onetime-product/update-status.ts';
import { eraseBuyer } from './domain/personal-data/erase-buyer.ts';
import { eraseMerchant } from './domain/personal-data/erase-merchant.ts';
import { exportBuyer } from './domain/personal-data/export-buyer.ts';
import { exportMerchant } from './domain/personal-data/export-merchant.ts';
import { listVersions } from './domain/product/list-versions.ts';
import { createTicket } from './domain/refund-ticket/create-ticket.ts';
import { resubmitTicket } from './domain/refund-ticket/resubmit-ticket.ts';
import { reviewTicket } from './domain/refund-ticket/review-ticket.ts';
import { resealSecrets } from './domain/secret-key/reseal-secrets.ts';
import { addWebhook } from './domain/store/add-webhook.ts';
import { bindSupportEmail } from './domain/store/bind-support-email.ts';
import { bindWebsite } from './domain/store/bind-website.ts';
import { confirmSupportEmail } from './domain/store/confirm-support-email.ts';
import { createStore } from './domain/store/create-store.ts';
import { deleteStore } from './domain/store/delete-store.ts';
import { removeWebhook } from './domain/store/remove-webhook.ts';
import { revokeSupportEmail } from './domain/store/revoke-support-email.ts';
import { revokeWebsite } from './domain/store/revoke-website.ts';
import { sendTestEvent } from './domain/store/send-test-event.ts';
import { updateStore } from './domain/store/update-store.ts';
import { updateWebhook } from './domain/store/update-webhook.ts';
import { verifyWebsite } from './domain/store/verify-website.ts';
import { acceptInvitation } from './domain/store-merchant/accept-invitation.ts';
import { addMerchant } from './domain/store-merchant/add-merchant.ts';
import { cancelInvitation } from './domain/store-merchant/cancel-invitation.ts';
import { listInvitations } from './domain/store-merchant/list-invitations.ts';
import { removeMerchant } from './domain/store-merchant/remove-merchant.ts';
import { showInvitation } from './domain/store-merchant/show-invitation.ts';
import { updateRole } from './domain/store-merchant/update-role.ts';
import { cancelSubscriptionOrder } from './domain/subscription-order/cancel-order.ts';
import { changeProduct } from './domain/subscription-order/change-product.ts';
import { createSubscriptionOrder } from './domain/subscription-order/create-order.ts';
import { reactivateSubscriptionOrder } from './domain/subscription-order/reactivate-order.ts';
import { updatePaymentMethod } from './domain/subscription-order/update-payment-method.ts';
import { createSubscriptionProduct } from './domain/subscription-product/create-product.ts';
import { previewPublishSubscriptionProduct } from './domain/subscription-product/preview-publish.ts';
import { publishSubscriptionProduct } from './domain/subscription-product/publish-product.ts';
import { updateSubscriptionProduct } from './domain/subscription-product/update-product.ts';
import { updateSubscriptionStatus } from './domain/subscription-product/update-status.ts';
import { createGroup } from './domain/subscription-product-group/create-group.ts';
import { deleteGroup } from './domain/subscription-product-group/delete-group.ts';
import { previewPublishGroup } from './domain/subscription-product-group/preview-publish.ts';
import { publishGroup } from './domain/subscription-product-group/publish-group.ts';
import { updateGroup } from './domain/subscription-product-group/update-group.ts';
import { advanceClock } from './domain/test-clock/advance-clock.ts';
import { scanPrompt } from './domain/verification/scan-prompt.ts';
import { listAttempts } from './domain/webhook-delivery/list-attempts.ts';
import { replayDeliveries } from './domain/webhook-delivery/replay-deliveries.ts';
import { resendDeliveries } from './domain/webhook-delivery/resend-deliveries.ts';
import { resendDelivery } from './domain/webhook-delivery/resend-delivery.ts';
import { rotateKey } from './domain/webhook-key/rotate-key.ts';

const everyAction = [
  signUp,
  logIn,
  logOut,
  getSession,
  requestPasswordReset,
  resetPassword,
  confirmEmail,
  requestEmailConfirmation,
  updateName,
  changePassword,
  changeEmail,
  confirmEmailChange,
  listSessions,
  endSession,
  logOutEverywhere,
  stepUp,
  ...passkeyActions,
  beginTotp,
  confirmTotp,
  disableTotp,
  renewRecoveryCodes,
  createKey,
  deleteKey,
  createStore,
  updateStore,
  deleteStore,
  bindSupportEmail,
  confirmSupportEmail,
  revokeSupportEmail,
  bindWebsite,
  verifyWebsite,
  revokeWebsite,
  submitTicket,
  addWebhook,
  updateWebhook,
  removeWebhook,
  sendTestEvent,
  resendDelivery,
  resendDeliveries,
  replayDeliveries,
  listAttempts,
  listEvents,
  createOnetimeProduct,
  updateOnetimeProduct,
  publishOnetimeProduct,
  updateOnetimeStatus,
  previewPublishOnetimeProduct,
  createSubscriptionProduct,
  updateSubscriptionProduct,
  publishSubscriptionProduct,
  updateSubscriptionStatus,
  previewPublishSubscriptionProduct,
  createGroup,
  updateGroup,
  deleteGroup,
  publishGroup,
  previewPublishGroup,
  changeProduct,
  addMerchant,
  removeMerchant,
  updateRole,
  listInvitations,
  showInvitation,
  acceptInvitation,
  cancelInvitation,
  listEntries,
  listVersions,
  issueSessionToken,
  createSession,
  previewTrial,
  previewChange,
  createOrder,
  cancelOrder,
  createSubscriptionOrder,
  cancelSubscriptionOrder,
  reactivateSubscriptionOrder,
  updatePaymentMethod,
  advanceClock,
  createTicket,
  resubmitTicket,
  reviewTicket,
  scanPrompt,
] as const satisfies readonly Action[];

/** Every action of the service; routing, reference, client and tests are derived from this list. */
export const actions: readonly Action[] = everyAction;

/** What the operator's command line calls; no part of the interface under `/v1`. */
export const operatorActions: readonly Action[] = [
  listTickets,
  resolveTicket,
  rotateKey,
  resealSecrets,
  exportBuyer,
  eraseBuyer,
  exportMerchant,
  eraseMerchant,
  removeSecondFactor,
];

/** Every action with its own types; the dashboard's client is derived from it. */
export type Actions = (typeof everyAction)[number];

/** A table keyed by this has a row for every action. */
export type ActionPath = (typeof everyAction)[number]['path'];

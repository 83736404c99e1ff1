import type { Action } from './contract/action.ts';
import { createKey } from './domain/api-key/create-key.ts';
import { deleteKey } from './domain/api-key/delete-key.ts';
import { listEntries } from './domain/audit/list-entries.ts';
import { issueSessionToken } from './domain/auth/issue-session-token.ts';
import { createSession } from './domain/checkout/create-session.ts';
import { logIn } from './domain/merchant/log-in.ts';
import { logOut } from './domain/merchant/log-out.ts';
import { signUp } from './domain/merchant/sign-up.ts';
import { cancelOrder } from './domain/onetime-order/cancel-order.ts';
import { createOrder } from './domain/onetime-order/create-order.ts';
import { createOnetimeProduct } from './domain/onetime-product/create-product.ts';
import { previewPublishOnetimeProduct } from './domain/onetime-product/preview-publish.ts';
import { publishOnetimeProduct } from './domain/onetime-product/publish-product.ts';
import { updateOnetimeProduct } from './domain/onetime-product/update-product.ts';
import { updateOnetimeStatus } from './domain/onetime-product/update-status.ts';
import { listVersions } from './domain/product/list-versions.ts';
import { addWebhook } from './domain/store/add-webhook.ts';
import { createStore } from './domain/store/create-store.ts';
import { deleteStore } from './domain/store/delete-store.ts';
import { removeWebhook } from './domain/store/remove-webhook.ts';
import { sendTestEvent } from './domain/store/send-test-event.ts';
import { updateStore } from './domain/store/update-store.ts';
import { updateWebhook } from './domain/store/update-webhook.ts';
import { acceptInvitation } from './domain/store-merchant/accept-invitation.ts';
import { addMerchant } from './domain/store-merchant/add-merchant.ts';
import { cancelInvitation } from './domain/store-merchant/cancel-invitation.ts';
import { removeMerchant } from './domain/store-merchant/remove-merchant.ts';
import { updateRole } from './domain/store-merchant/update-role.ts';
import { changeProduct } from './domain/subscription-order/change-product.ts';
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
import { scanPrompt } from './domain/verification/scan-prompt.ts';
import { resendDelivery } from './domain/webhook-delivery/resend-delivery.ts';

const everyAction = [
  signUp,
  logIn,
  logOut,
  createKey,
  deleteKey,
  createStore,
  updateStore,
  deleteStore,
  addWebhook,
  updateWebhook,
  removeWebhook,
  sendTestEvent,
  resendDelivery,
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
  acceptInvitation,
  cancelInvitation,
  listEntries,
  listVersions,
  issueSessionToken,
  createSession,
  createOrder,
  cancelOrder,
  scanPrompt,
] as const satisfies readonly Action[];

/** Every action of the service; routing, reference, client and tests are derived from this list. */
export const actions: readonly Action[] = everyAction;

/** A table keyed by this has a row for every action. */
export type ActionPath = (typeof everyAction)[number]['path'];

import { z } from 'zod';
import { action } from '../../contract/action.ts';
import type { ActionSettings } from '../../contract/action-settings.ts';
import {
  isMerchant,
  lookingOf,
  type MerchantCaller,
  type SlugCaller,
  type TokenCaller,
} from '../../contract/caller.ts';
import { errorTable } from '../../contract/errors.ts';
import { leaveToCommit, type Tx } from '../../database/database.ts';
import { newSecretUuid } from '../../kit/id.ts';
import { parseAmount } from '../../kit/money.ts';
import { addMs, toIso } from '../../kit/time.ts';
import { insertCheckoutSession } from '../checkout-session/checkout-session.queries.ts';
import { encodeSessionId, type SessionId } from '../checkout-session/session-id.ts';
import type { ChangeOrigin } from '../plan-change/change-origin.queries.ts';
import { changeOf, findOrigin, planChangeRows } from '../plan-change/change-origin.ts';
import { keptSuccessUrl } from './kept-success-url.ts';
import { methodsFor, type PaymentMethod } from './payment-methods.ts';
import { lockSellable, type SellableRow } from './sellable.queries.ts';
import { MERCHANT_FIELDS, type SessionInput, sessionInput, sessionRows } from './session-input.ts';

const errors = errorTable('order', {
  ...sessionRows,
  productNotFound: [404, 'Product not found', 'product'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  prodDisabled: [403, 'Store is not enabled for production'],
  otherProductType: [400, (kind) => `productType does not match: the product is ${kind}`],
  productInactive: [400, 'Product is not active'],
  storeInactive: [400, 'Store is not active'],
  missingPrice: [400, (currency) => `Currency ${currency} is not supported for this product`],
  unpayableCurrency: [400, (currency) => `Currency ${currency} cannot be charged`],
  unavailableMethod: [
    400,
    (method) => `Payment method ${method} is not available in this currency`,
  ],
  noMethod: [400, 'No payment method is left'],
  ...planChangeRows,
});

type Creator = MerchantCaller | SlugCaller | TokenCaller;

/**
 * Creates a checkout session with a price set by the server and frozen here
 * (docs/contract/checkout.md). With `originOrderId`, the session changes the plan of that
 * subscription.
 */
export const createSession = action({
  path: 'checkout/create-session',
  summary: 'Create a checkout session and get the address of its page',
  auth: ['apiKey', 'dashboard', 'slug', 'token'],
  environment: 'credential',
  audited: false,
  errors,
  merchantFields: MERCHANT_FIELDS,
  input: sessionInput(errors),
  output: z.object({ sessionId: z.string(), checkoutUrl: z.string(), expiresAt: z.string() }),
  handle: async ({ input, caller, tx, now, ports }) => {
    const { originOrderId } = input;
    if ((caller.kind === 'token') !== (originOrderId !== undefined) && !isMerchant(caller)) {
      throw errors.forbidden();
    }
    const product = await findSellable(tx, input, caller, ports.settings);
    const price = frozenPrice(input, product);
    const target = { ...product, ...price };
    const origin =
      originOrderId === undefined || caller.kind === 'slug'
        ? null
        : await findOrigin(tx, { ...input, originOrderId }, caller, target, errors);
    const id = newSecretUuid() as SessionId;
    const expiresAt = addMs(now, input.expiresInSeconds * 1000);
    const inserted = insertCheckoutSession(tx, {
      ...{ id, storeId: product.storeId, environment: caller.environment },
      ...{ productId: input.productId, productVersionId: product.versionId },
      ...{ currency: input.currency, ...price, ...soldWith(input, origin) },
      emailFromMerchant: isMerchant(caller),
      change: origin && changeOf(input, origin, target),
      successUrl: successUrlOf(input, caller, product),
      darkMode: input.darkMode ?? null,
      language: input.language ?? origin?.language ?? null,
      paymentMethods: offeredMethods(input, product),
      ...{ createdAt: now, expiresAt },
    });
    leaveToCommit(inserted);
    const sessionId = encodeSessionId(id);
    const page = `${ports.publicUrl}/store/${product.slug}/${origin ? 'change' : 'checkout'}`;
    return {
      data: { sessionId, checkoutUrl: `${page}/${sessionId}`, expiresAt: toIso(expiresAt) },
    };
  },
});

/**
 * The URL that a merchant or a buyer's token gives; a visitor's only at an origin known to be the
 * store's.
 */
function successUrlOf({ successUrl }: SessionInput, caller: Creator, product: Sellable) {
  if (caller.kind !== 'slug') return successUrl ?? null;
  return keptSuccessUrl(successUrl ?? null, caller.environment, product);
}

/** What the order copies from the session or, for a plan change, from the previous subscription. */
function soldWith(input: SessionInput, origin: ChangeOrigin | null) {
  return {
    withTrial: origin ? false : (input.withTrial ?? null),
    buyerEmail: origin ? null : (input.buyerEmail ?? null),
    billingDetail: origin ? null : (input.billingDetail ?? null),
    metadata: input.metadata ?? origin?.metadata ?? {},
    merchantExternalId: input.orderMerchantExternalId ?? origin?.merchantExternalId ?? null,
  };
}

type Sellable = SellableRow & {
  readonly versionId: NonNullable<SellableRow['versionId']>;
  readonly prices: NonNullable<SellableRow['prices']>;
};

/** The product, if the caller may sell or buy it in this environment now. */
async function findSellable(
  tx: Tx,
  input: SessionInput,
  caller: Creator,
  { kybAutoApprove }: ActionSettings,
): Promise<Sellable> {
  const looking = lookingOf(caller);
  const [found] = await lockSellable(tx, input.productId, caller.environment, looking);
  if (!found) throw errors.productNotFound();
  if (found.role === 'member') throw errors.forbidden();
  if (caller.environment === 'prod' && !found.prodEnabled && !kybAutoApprove) {
    throw errors.prodDisabled();
  }
  if (found.versionId === null || found.prices === null) throw errors.productNotFound();
  if (input.productType && input.productType !== found.kind) {
    throw errors.otherProductType(found.kind);
  }
  if (found.status !== 'active') throw errors.productInactive();
  if (found.storeStatus !== 'active') throw errors.storeInactive();
  return { ...found, versionId: found.versionId, prices: found.prices };
}

function frozenPrice({ currency, priceSnapshot }: SessionInput, { prices }: Sellable) {
  const price = Object.hasOwn(prices, currency) ? prices[currency] : undefined;
  if (!price) throw errors.missingPrice(currency);
  if (!priceSnapshot) {
    return { amountMinor: BigInt(price.amountMinor), taxCategory: price.taxCategory };
  }
  const { amount, taxCategory } = priceSnapshot;
  return { amountMinor: parseAmount(amount, currency) as bigint, taxCategory };
}

/** The methods available for the currency, after applying the merchant's list. */
function offeredMethods(input: SessionInput, { kind }: Sellable): readonly PaymentMethod[] {
  const { currency, includePaymentMethods: include, excludePaymentMethods: exclude } = input;
  const available = methodsFor(kind, currency);
  if (available.length === 0) throw errors.unpayableCurrency(currency);
  const unknown = include?.find((method) => !available.includes(method));
  if (unknown !== undefined) throw errors.unavailableMethod(unknown);
  const offered = available.filter(
    (method) => (!include?.length || include.includes(method)) && !exclude?.includes(method),
  );
  if (offered.length === 0) throw errors.noMethod();
  return offered;
}

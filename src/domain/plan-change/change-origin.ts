import type { ApiKeyCaller, DashboardCaller, TokenCaller } from '../../contract/caller.ts';
import type { ErrorTable } from '../../contract/errors.ts';
import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { parseAmount } from '../../kit/money.ts';
import type { SessionChange } from '../checkout-session/session-change.ts';
import { isOwnOrder } from '../order/own-order.ts';
import type { ChangeFields } from './change-input.ts';
import { type ChangeOrigin, findChangeOrigin } from './change-origin.queries.ts';

/** The reasons why a subscription cannot change to a plan, in the order of the checks. */
export const planChangeRows = {
  originNotFound: [404, 'Order not found'],
  otherBuyer: [403, 'Subscription order does not belong to this credential'],
  otherGroup: [403, 'Target plan is not in the same product group as the current plan'],
  noSelfService: [403, 'Self-service plan change is not enabled for this product group'],
  noPlan: [400, 'Target plan must be a subscription product'],
  samePlan: [400, 'Target plan is the current plan'],
  notChangeable: [400, (status: string) => `Plan cannot be changed, current status: ${status}`],
  otherCurrency: [
    400,
    (currency: string) => `Currency does not match the subscription, must be ${currency}`,
  ],
} as const;

type Errors = ErrorTable<keyof typeof planChangeRows>;

/** The subscription to change and the product to change it to. */
interface WantedChange {
  readonly originOrderId: Id<'ORD'>;
  readonly productId: Id<'PROD'>;
  readonly currency: string;
}

type WantedPrice = ChangeFields & { readonly currency: string };

interface Target {
  readonly storeId: Id<'STO'>;
  readonly kind: string;
  readonly amountMinor: bigint;
}

/**
 * The subscription that the session would change. Throws if it can't be changed, by this caller or
 * at all.
 */
export async function findOrigin(
  tx: Tx,
  input: WantedChange,
  caller: ApiKeyCaller | DashboardCaller | TokenCaller,
  target: Target,
  errors: Errors,
): Promise<ChangeOrigin> {
  const { originOrderId, productId, currency } = input;
  const { environment } = caller;
  const { storeId } = target;
  const [origin] = await findChangeOrigin(tx, originOrderId, storeId, environment, productId);
  if (caller.kind === 'token') {
    // A missing order must be indistinguishable from another buyer's.
    if (!origin || !isOwnOrder(origin, caller)) throw errors.otherBuyer();
    if (origin.productId !== productId && !origin.sharesGroup) throw errors.otherGroup();
    if (origin.productId !== productId && !origin.selfService) throw errors.noSelfService();
  }
  if (!origin) throw errors.originNotFound();
  if (target.kind !== 'subscription') throw errors.noPlan();
  if (origin.productId === productId) throw errors.samePlan();
  if (origin.status !== 'active') throw errors.notChangeable(origin.status);
  if (origin.currency !== currency) throw errors.otherCurrency(origin.currency);
  return origin;
}

/** The terms of the change: an upgrade is immediate unless the caller chooses otherwise. */
export function changeOf(
  input: WantedPrice,
  origin: ChangeOrigin,
  { amountMinor }: Target,
): SessionChange {
  const { changeTiming, changeAmount, changeCreditAmount, currency } = input;
  const derived = amountMinor > origin.totalMinor ? 'immediate' : 'next_period';
  const minor = (text: string | null | undefined) =>
    text == null ? null : parseAmount(text, currency);
  return {
    originOrderId: origin.orderId,
    timing: changeTiming ?? derived,
    amountMinor: minor(changeAmount),
    creditMinor: minor(changeCreditAmount),
  };
}

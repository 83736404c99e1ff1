import type { Tx } from '../../database/database.ts';
import { queueBuyerMail } from '../../events/queue-mail.ts';
import type { PlatformSwitch } from '../../events/switches.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { findSubscriptions } from '../subscription/subscription.queries.ts';
import type { Subscription } from '../subscription/subscription.ts';

const TYPE = 'subscription.plan_change_withdrawn';
/** The switch that controls all mails to a buyer about a plan change. */
const SWITCH: PlatformSwitch = 'emailSubscriptionPlanChanged';

/** Mails the buyer that a scheduled change was withdrawn; there is no event for it. */
export async function mailWithdrawal(
  tx: Tx,
  originId: Id<'ORD'>,
  target: Subscription,
  now: Date,
): Promise<void> {
  const [origin] = await findSubscriptions(tx, target.storeId, [originId], now);
  if (!origin?.buyerEmail) return;
  const orderId = encodeId('ORD', originId);
  const mail = {
    ...{ storeId: origin.storeId, environment: origin.environment, type: TYPE },
    ...{ occurrence: `${TYPE}/${target.orderId}`, subjectId: orderId },
    ...{ orderId: originId, toAddress: origin.buyerEmail, switch: SWITCH },
    content: { productName: origin.productName, targetProductName: target.productName, orderId },
  };
  await queueBuyerMail(tx, mail, now);
}

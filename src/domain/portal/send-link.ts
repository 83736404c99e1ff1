import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { MERCHANT } from '../../contract/caller.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { encodeId } from '../../kit/id.ts';
import { limitMailsByHand, mailLimitRows, SENT_LINK_MAIL } from '../notification/mails-by-hand.ts';
import { lockMerchantsOrder } from '../order/merchants-order.queries.ts';
import { mailLink } from './mail-link.ts';
import { linkStart } from './portal.ts';

const errors = errorTable('order', {
  missingId: [400, 'Missing required field: orderId'],
  malformedId: [400, expectedFormat('ORD')],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
  notFound: [404, 'Order not found'],
  ...mailLimitRows,
});

/**
 * Mails the buyer of an order a link to the portal. The link is shown to no one else, since it
 * gives access to everything the address bought.
 */
export const sendLink = action({
  path: 'portal/send-link',
  summary: 'Mail the buyer of an order a link to the portal',
  auth: MERCHANT,
  environment: 'credential',
  errors,
  input: z.object({ orderId: requiredId('ORD', errors.missingId, errors.malformedId) }),
  output: z.object({ orderId: z.string(), buyerEmail: z.string() }),
  handle: async ({ input, caller, tx, now, ports }) => {
    const [order] = await lockMerchantsOrder(tx, input.orderId, caller);
    if (!order) throw errors.notFound();
    if (order.role === 'member') throw errors.forbidden();
    const { environment } = caller;
    const { storeId, storeSlug, buyerEmail } = order;
    const email = buyerEmail.toLowerCase();
    await limitMailsByHand(tx, { storeId, toAddress: email }, errors, now);
    const orderId = encodeId('ORD', input.orderId);
    const start = linkStart(ports.publicUrl, storeSlug, environment);
    const language = order.language ?? 'en';
    const mail = { type: SENT_LINK_MAIL, subjectId: orderId, email, language, start };
    await mailLink(tx, { storeId, environment }, { ...mail, secrets: ports.secrets, now });
    const audit = { storeId, subjectType: 'order', subjectId: orderId };
    return { data: { orderId, buyerEmail }, audit };
  },
});

import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredId } from '../../contract/input.ts';
import { encodeId } from '../../kit/id.ts';
import { billingDetailInput, billingRows } from '../checkout/billing-detail.ts';
import { findOrderOwner, reviseBillingDetail } from '../order/billing-detail.queries.ts';
import { isOwnOrder } from '../order/own-order.ts';
import { accessRows, refusalRows } from '../subscription/order-access.ts';

const errors = errorTable('order', {
  ...accessRows,
  missingBillingDetail: [400, 'Missing required field: billingDetail'],
  ...billingRows,
  notPaid: [400, (status) => `Billing details cannot be changed, current status: ${status}`],
  otherBuyer: refusalRows.otherBuyer,
  notFound: refusalRows.notFound,
});

/**
 * Replaces the billing details of the buyer's order, on its receipts and in later events
 * (docs/contract/subscription-orders.md#billing-detail).
 */
export const updateBillingDetail = action({
  path: 'billing-detail/update-detail',
  summary: 'Correct the billing details of an order',
  auth: ['token'],
  environment: 'credential',
  errors,
  input: z.object({
    orderId: requiredId('ORD', errors.missingId, errors.malformedId),
    billingDetail: billingDetailInput(errors, errors.missingBillingDetail),
  }),
  output: z.object({
    orderId: z.string(),
    billingDetail: z.object({
      country: z.string(),
      isBusiness: z.boolean(),
      postcode: z.string().optional(),
      state: z.string().optional(),
      businessName: z.string().optional(),
      taxId: z.string().optional(),
    }),
  }),
  handle: async ({ input, caller, tx, now }) => {
    const { orderId, billingDetail } = input;
    const revised = await reviseBillingDetail(tx, orderId, caller, billingDetail, now);
    if (revised.length === 0) {
      const [order] = await findOrderOwner(tx, orderId, caller);
      if (!order) throw errors.notFound();
      throw isOwnOrder(order, caller) ? errors.notPaid(order.status) : errors.otherBuyer();
    }
    return { data: { orderId: encodeId('ORD', orderId), billingDetail } };
  },
});

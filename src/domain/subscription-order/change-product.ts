import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable, expectedFormat } from '../../contract/errors.ts';

const errors = errorTable('order', {
  notImplemented: [501, 'Not implemented'],
  missingOrderId: [400, 'Missing required field: orderId'],
  missingTarget: [400, 'Missing required field: targetProductId'],
  malformedOrderId: [400, expectedFormat('ORD')],
  unauthenticated: [401, 'Authentication failed', 'gateway'],
  wrongUser: [403, 'Order does not belong to user'],
  notFound: [404, 'Order not found'],
  internal: [500, 'Internal server error', 'gateway'],
});

/** Documented as text, although anything gets the same answer. */
const ignoredText = z.unknown().optional().meta({ type: 'string' });

/**
 * Provisional: answers 501 to any body from an authenticated buyer
 * (docs/contract/subscription-orders.md#change-product). To change a plan, use create-session with
 * `originOrderId`.
 */
export const changeProduct = action({
  path: 'subscription-order/change-product',
  summary: 'Provisional: always answers 501',
  auth: ['token'],
  environment: 'credential',
  replayable: false,
  ignoresBody: true,
  errors,
  input: z.object({ orderId: ignoredText, targetProductId: ignoredText }),
  output: z.object({ orderId: z.string(), status: z.string() }),
  handle: async () => {
    throw errors.notImplemented();
  },
});

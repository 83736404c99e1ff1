import { cancelSubscriptionOrder } from '../../domain/subscription-order/cancel-order.ts';
import { encodeId } from '../../kit/id.ts';
import {
  readStep,
  type StepContext,
  type StepState,
  showStep,
  takeStep,
  toOrder,
} from './order-step.tsx';
import { runForVisitor } from './portal-visit.ts';

/** Withdraws the plan change that the buyer has confirmed for the next period. */
export const keepPlanStep = {
  show: showKeepPlan,
  take: async (context: StepContext) => {
    const { gateway, request, visitor, order } = context;
    const { key } = readStep(context);
    const { change } = order;
    // Withdrawn by an earlier press, or the plan has changed meanwhile.
    if (!change) return toOrder(context, order.status === 'active' ? '?done=keep-plan' : '');
    // It may take effect before the action runs: the new plan isn't canceled then.
    const body = { orderId: encodeId('ORD', change.orderId), ifStatus: 'pending' };
    return takeStep(
      context,
      'keep-plan',
      async () => {
        await runForVisitor(gateway, request, cancelSubscriptionOrder, visitor.buyer, body, key);
        return null;
      },
      (state) => showKeepPlan(context, state),
    );
  },
};

function showKeepPlan(context: StepContext, state?: StepState) {
  const { productName, change } = context.order;
  return showStep(
    context,
    ({ words }) => ({
      title: words.reactivateTitle({ product: productName }),
      text: words.keepPlanText({ product: change?.productName ?? '', current: productName }),
      button: words.keepPlan,
    }),
    state,
  );
}

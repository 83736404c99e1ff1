import { updateBillingDetail } from '../../domain/billing-detail/update-detail.ts';
import { encodeId } from '../../kit/id.ts';
import { textsFor } from '../../texts/texts.ts';
import {
  billingDetailOf,
  findBillingErrors,
  knownFields,
  readTypedFields,
  type TypedFields,
} from '../shared/pay-fields.ts';
import { BillingFields } from '../shared/view/billing-fields.tsx';
import { readStep, type StepContext, type StepState, showStep, takeStep } from './order-step.tsx';
import type { PortalView } from './portal-view.ts';
import { runForVisitor } from './portal-visit.ts';

interface Typed extends StepState {
  readonly typed?: TypedFields;
}

/** The order's billing details. */
export const billingStep = {
  show: async (context: StepContext) => showBilling(context, {}),
  take: async (context: StepContext) => {
    const { gateway, request, visitor, order } = context;
    const { form, key } = readStep(context);
    const typed = readTypedFields(form);
    if (Object.keys(findBillingErrors(typed, textsFor(null))).length > 0) {
      const problem = ({ texts }: PortalView) => ({
        title: texts.problem,
        text: texts.checkFields,
      });
      return showBilling(context, { status: 400, problem, typed });
    }
    const orderId = encodeId('ORD', order.id);
    const body = { orderId, billingDetail: billingDetailOf(typed, order.billingDetail) };
    return takeStep(
      context,
      'billing',
      async () => {
        await runForVisitor(gateway, request, updateBillingDetail, visitor.buyer, body, key);
        return null;
      },
      (state) => showBilling(context, { ...state, typed }),
    );
  },
};

function showBilling(context: StepContext, { typed, ...state }: Typed) {
  const { order } = context;
  const shown = typed ?? knownFields(null, order.billingDetail);
  const content = ({ words, texts }: PortalView) => ({
    title: words.billingTitle({ product: order.productName }),
    text: words.billingText,
    button: words.saveBilling,
    children: (
      <BillingFields
        texts={texts}
        typed={shown}
        errors={typed && state.problem ? findBillingErrors(typed, texts) : {}}
      />
    ),
  });
  return showStep(context, content, state);
}

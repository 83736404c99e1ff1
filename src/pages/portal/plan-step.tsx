import { createSession } from '../../domain/checkout/create-session.ts';
import { decodeId, encodeId } from '../../kit/id.ts';
import { formatPrice } from '../shared/format.ts';
import { withLanguage } from '../shared/page-language.ts';
import { readStep, type StepContext, type StepState, showStep, takeStep } from './order-step.tsx';
import { listPortalPlans } from './portal-order.queries.ts';
import type { PortalPlan } from './portal-order.ts';
import type { PortalView } from './portal-view.ts';
import { portalErrors, runForVisitor } from './portal-visit.ts';

/** The plans a subscription can be changed to; the change itself has its own page. */
export const planStep = {
  show: async (context: StepContext) => showPlans(context, await findPlans(context)),
  take: async (context: StepContext) => {
    const { gateway, request, visitor, order } = context;
    const { form, key } = readStep(context);
    const plans = await findPlans(context);
    const productId = decodeId('PROD', form.get('productId') ?? '');
    const plan = plans.find((one) => one.productId === productId);
    if (!plan) {
      const problem = ({ words }: PortalView) => ({ title: words.failed, text: words.choosePlan });
      return showPlans(context, plans, { status: 400, problem });
    }
    const body = {
      productId: encodeId('PROD', plan.productId),
      currency: order.currency,
      originOrderId: encodeId('ORD', order.id),
    };
    return takeStep(
      context,
      null,
      async () => {
        const run = [gateway, request, createSession, visitor.buyer, body, key] as const;
        const { checkoutUrl } = await runForVisitor<{ checkoutUrl: string }>(...run);
        // Sessions take fewer languages than pages. The buyer's is kept when they confirm.
        return withLanguage(new URL(checkoutUrl).pathname, visitor.language);
      },
      (state) => showPlans(context, plans, state),
    );
  },
};

/** Throws 404 if there is no plan to change to. */
async function findPlans({ gateway, visitor, order }: StepContext): Promise<PortalPlan[]> {
  const plans = await listPortalPlans(gateway.database, visitor.buyer, order.id);
  if (plans.length === 0) throw portalErrors.notFound();
  return plans;
}

function showPlans(context: StepContext, plans: readonly PortalPlan[], state?: StepState) {
  const { order } = context;
  const { currency, productName } = order;
  const content = ({ words, texts }: PortalView) => ({
    title: words.changePlanTitle({ product: productName }),
    text: words.changePlanText,
    button: words.open,
    children: (
      <fieldset class="choices">
        <legend>{words.plan}</legend>
        {plans.map(({ productId, name, billingPeriod, amountMinor }, index) => (
          <label key={productId} class="choice">
            <input
              type="radio"
              name="productId"
              value={encodeId('PROD', productId)}
              checked={index === 0}
            />
            <bdi>{name}</bdi>
            <span class="amount">
              {words.pricePerPeriod[billingPeriod]({
                amount: formatPrice({ amountMinor, currency }, texts),
              })}
            </span>
          </label>
        ))}
      </fieldset>
    ),
  });
  return showStep(context, content, state);
}

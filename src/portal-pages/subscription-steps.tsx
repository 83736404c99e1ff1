import type { FastifyReply } from 'fastify';
import { formatDay, formatPrice } from '../checkout-pages/format.ts';
import {
  cardInput,
  type FieldErrors,
  findCardErrors,
  readTypedCard,
} from '../checkout-pages/pay-fields.ts';
import { isSandbox } from '../checkout-pages/payment-methods.ts';
import { textsFor } from '../checkout-pages/texts/texts.ts';
import { CardFields } from '../checkout-pages/view/pay-form.tsx';
import { createSandboxToken } from '../domain/checkout/create-sandbox-token.ts';
import { cancelSubscriptionOrder } from '../domain/subscription-order/cancel-order.ts';
import { reactivateSubscriptionOrder } from '../domain/subscription-order/reactivate-order.ts';
import { updatePaymentMethod } from '../domain/subscription-order/update-payment-method.ts';
import { encodeId } from '../kit/id.ts';
import {
  readStep,
  type StepContent,
  type StepContext,
  type StepState,
  showStep,
  takeStep,
} from './order-step.tsx';
import { runForVisitor } from './portal-visit.ts';
import type { PortalView } from './render-portal.tsx';

/** A step's page and what its button does. */
export interface Step {
  readonly show: (context: StepContext, state?: StepState) => FastifyReply;
  readonly take: (context: StepContext) => Promise<FastifyReply>;
}

const cancel = stepOf('cancel', cancelSubscriptionOrder, ({ order }, { words, texts }) => ({
  title: words.cancelTitle({ product: order.productName }),
  text:
    order.status === 'past_due' || order.periodEnd === null
      ? words.cancelUnpaidText
      : words.cancelText({ date: formatDay(order.periodEnd, texts) }),
  button: words.cancel,
  isDangerous: true,
  backLabel: words.keep,
}));

const reactivate = stepOf(
  'reactivate',
  reactivateSubscriptionOrder,
  ({ order }, { words, texts }) => ({
    title: words.reactivateTitle({ product: order.productName }),
    text: words.reactivateText({
      amount: formatPrice({ amountMinor: order.totalMinor, currency: order.currency }, texts),
      date: order.periodEnd ? formatDay(order.periodEnd, texts) : '',
    }),
    button: words.reactivate,
  }),
);

/** A step that needs nothing but the buyer's word: the action takes the order's id. */
function stepOf(
  done: string,
  action: typeof cancelSubscriptionOrder | typeof reactivateSubscriptionOrder,
  contentOf: (context: StepContext, view: PortalView) => StepContent,
): Step {
  const show: Step['show'] = (context, state) =>
    showStep(context, (view) => contentOf(context, view), state);
  const take = (context: StepContext) => {
    const { gateway, request, visitor, order } = context;
    const { key } = readStep(context);
    const body = { orderId: encodeId('ORD', order.id) };
    return takeStep(
      context,
      done,
      async () => {
        await runForVisitor(gateway, request, action, visitor.buyer, body, key);
        return null;
      },
      (state) => show(context, state),
    );
  };
  return { show, take };
}

interface CardState extends StepState {
  readonly errors?: (view: PortalView) => FieldErrors;
}

const card = {
  show: (context: StepContext, { errors, ...state }: CardState = {}) =>
    showStep(
      context,
      (view) => {
        const { words, texts, visitor } = view;
        const isOpen = takesCards(context);
        const unpaid = context.order.status === 'past_due' ? words.changeCardUnpaidText : '';
        return {
          title: words.changeCardTitle({ product: context.order.productName }),
          text: isOpen
            ? `${words.changeCardText} ${unpaid}`.trim()
            : words.changeCardElsewhere({ store: visitor.store.name }),
          button: isOpen ? words.saveCard : null,
          children: <CardFields texts={texts} errors={errors?.(view) ?? {}} />,
        };
      },
      state,
    ),
  take: async (context: StepContext) => {
    const { gateway, request, visitor, order } = context;
    const { form, key } = readStep(context);
    const typed = readTypedCard(form);
    const errors = ({ texts }: PortalView) => findCardErrors(typed, texts);
    const problem = ({ texts }: PortalView) => ({ title: texts.problem, text: texts.checkFields });
    if (!takesCards(context)) return card.show(context, { status: 400 });
    if (Object.keys(findCardErrors(typed, textsFor(null))).length > 0)
      return card.show(context, { status: 400, errors, problem });
    return takeStep(
      context,
      'card',
      async () => {
        const nobody = { kind: 'anonymous' } as const;
        const tokenize = [createSandboxToken, nobody, cardInput(typed)] as const;
        const { token } = await runForVisitor<{ token: string }>(gateway, request, ...tokenize);
        const orderId = encodeId('ORD', order.id);
        const body = { orderId, paymentMethod: 'card', paymentToken: token };
        await runForVisitor(gateway, request, updatePaymentMethod, visitor.buyer, body, key);
        return null;
      },
      (state) => card.show(context, state),
    );
  },
};

/** A card's number passes through the service only where the sandbox is the provider. */
function takesCards({ gateway, visitor, order }: StepContext): boolean {
  const provider = gateway.ports.paymentProviders[visitor.environment];
  return isSandbox(provider) && order.provider === provider?.name;
}

export const subscriptionSteps = { cancel, reactivate, card };

import type { FastifyReply } from 'fastify';
import { createSandboxToken } from '../../domain/checkout/create-sandbox-token.ts';
import { methodsFor } from '../../domain/checkout/payment-methods.ts';
import { cancelSubscriptionOrder } from '../../domain/subscription-order/cancel-order.ts';
import { reactivateSubscriptionOrder } from '../../domain/subscription-order/reactivate-order.ts';
import { updatePaymentMethod } from '../../domain/subscription-order/update-payment-method.ts';
import { encodeId } from '../../kit/id.ts';
import { textsFor } from '../../texts/texts.ts';
import { basePath } from '../shared/base-path.ts';
import { formatDay, formatPrice } from '../shared/format.ts';
import {
  cardInput,
  type FieldErrors,
  findCardErrors,
  readTypedCard,
} from '../shared/pay-fields.ts';
import { type CardForm, cardFormOf } from '../shared/payment-methods.ts';
import { Cards } from '../shared/view/provider-cards.tsx';
import {
  readStep,
  type StepContent,
  type StepContext,
  type StepState,
  showStep,
  takeStep,
} from './order-step.tsx';
import type { PortalView } from './portal-view.ts';
import { runForVisitor } from './portal-visit.ts';

/** A step's page and what its button does. */
export interface Step {
  readonly show: (context: StepContext, state?: StepState) => FastifyReply;
  readonly take: (context: StepContext) => Promise<FastifyReply>;
}

const cancel = stepOf('cancel', cancelSubscriptionOrder, ({ order }, { words, texts }) => ({
  title: words.cancelTitle({ product: order.productName }),
  text:
    order.status === 'past_due' || order.periodEnd === null || order.isPeriodOver
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

/** A step that requires only confirmation; its action takes the order's ID. */
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
  /** For the step required by the buyer's bank. */
  readonly clientSecret?: string;
}

const card = {
  show: (context: StepContext, { errors, clientSecret, ...state }: CardState = {}) => {
    const form = cardForm(context);
    return showStep(
      context,
      (view) => {
        const { words, texts, visitor } = view;
        const isOpen = form !== null;
        const isUnpaid = context.order.status === 'past_due';
        const consequence = isUnpaid ? words.changeCardUnpaidText : words.changeCardText;
        return {
          title: words.changeCardTitle({ product: context.order.productName }),
          text: isOpen ? consequence : words.changeCardElsewhere({ store: visitor.store.name }),
          button: isOpen ? words.saveCard : null,
          children: form && (
            <Cards
              {...{ form, texts, clientSecret }}
              errors={errors?.(view) ?? {}}
              basePath={basePath(context.gateway.ports.publicUrl)}
            />
          ),
        };
      },
      { ...state, provider: providerOf(context) },
    );
  },
  take: async (context: StepContext) => {
    const { form } = readStep(context);
    const taken = cardForm(context);
    if (taken === null) return card.show(context, { status: 400 });
    if (taken !== 'fields') return keepCard(context, methodOf(form));
    const typed = readTypedCard(form);
    const errors = ({ texts }: PortalView) => findCardErrors(typed, texts);
    const problem = ({ texts }: PortalView) => ({ title: texts.problem, text: texts.checkFields });
    if (Object.keys(findCardErrors(typed, textsFor(null))).length > 0)
      return card.show(context, { status: 400, errors, problem });
    return keepCard(context, async () => {
      const nobody = { kind: 'anonymous' } as const;
      const tokenize = [createSandboxToken, nobody, cardInput(typed)] as const;
      const { gateway, request } = context;
      const { token } = await runForVisitor<{ token: string }>(gateway, request, ...tokenize);
      return { paymentMethod: 'card', paymentToken: token };
    });
  },
};

/** Fields filled in by the provider's script; the action rejects missing ones. */
function methodOf(form: URLSearchParams) {
  const fields = ['paymentMethod', 'paymentToken'].map((name) => [name, form.get(name) ?? '']);
  return async () => Object.fromEntries(fields) as Readonly<Record<string, string>>;
}

/** Saves a card. If the bank requires a step first, the page is shown again with it. */
async function keepCard(
  context: StepContext,
  takeMethod: () => Promise<Readonly<Record<string, string>>>,
): Promise<FastifyReply> {
  const { gateway, request, visitor, order } = context;
  const { key } = readStep(context);
  return takeStep<CardState>(
    context,
    'card',
    async () => {
      const body = { orderId: encodeId('ORD', order.id), ...(await takeMethod()) };
      const step = [updatePaymentMethod, visitor.buyer, body, key] as const;
      type Kept = Pick<CardState, 'clientSecret'>;
      const { clientSecret } = await runForVisitor<Kept>(gateway, request, ...step);
      return clientSecret === undefined ? null : { clientSecret };
    },
    (state) => card.show(context, state),
  );
}

function providerOf({ gateway, visitor }: StepContext) {
  return gateway.ports.paymentProviders[visitor.environment];
}

/** Only the provider that charges the subscription can save a card for it. */
function cardForm(context: StepContext): CardForm | null {
  const { order } = context;
  const provider = providerOf(context);
  if (order.provider !== provider?.name) return null;
  const { currency } = order;
  const purpose = { due: { amountMinor: 0n, currency }, savesCard: true } as const;
  return cardFormOf(provider, { ...purpose, methods: methodsFor('subscription', currency) });
}

export const subscriptionSteps = { cancel, reactivate, card };

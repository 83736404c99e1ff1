import type Stripe from 'stripe';
import type { CardBehavior } from './cards.ts';

/** The parts of Stripe's objects that the mock returns; their names and types are Stripe's. */
export type IntentView = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_received'
  | 'canceled_at'
  | 'client_secret'
  | 'created'
  | 'currency'
  | 'customer'
  | 'livemode'
  | 'metadata'
  | 'next_action'
  | 'setup_future_usage'
  | 'status'
> & {
  readonly last_payment_error: ErrorView | null;
  readonly latest_charge: string | ChargeView | null;
  readonly payment_method: string | null;
};

export type ErrorView = Pick<Stripe.PaymentIntent.LastPaymentError, 'code' | 'type'> & {
  readonly decline_code?: string;
  readonly advice_code?: string;
  readonly charge?: string;
  readonly message: string;
  readonly payment_method: MethodView;
};

export type MethodView = Pick<
  Stripe.PaymentMethod,
  'id' | 'object' | 'type' | 'livemode' | 'metadata'
> & { readonly card: CardView; readonly customer: string | CustomerView | null };

export interface CustomerView {
  readonly id: string;
  readonly object: 'customer';
  readonly metadata: Readonly<Record<string, string>>;
}

export type CardView = Pick<
  Stripe.PaymentMethod.Card,
  'brand' | 'last4' | 'exp_month' | 'exp_year'
> & { readonly wallet: { readonly type: string } | null };

export type ChargeView = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_refunded'
  | 'disputed'
  | 'metadata'
  | 'paid'
  | 'refunded'
  | 'status'
> & {
  readonly outcome: Pick<Stripe.Charge.Outcome, 'network_status' | 'type'>;
  readonly payment_intent: string;
  readonly payment_method_details: { readonly type: 'card'; readonly card: CardView };
};

export type SetupView = Pick<
  Stripe.SetupIntent,
  'id' | 'object' | 'client_secret' | 'created' | 'livemode' | 'metadata' | 'status' | 'usage'
> & {
  readonly customer: string | null;
  readonly last_setup_error: ErrorView | null;
  readonly payment_method: string | MethodView | null;
};

export type RefundView = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'metadata' | 'status'
> & {
  readonly failure_reason?: string;
  readonly payment_intent: string;
};

export type DisputeView = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'metadata' | 'reason' | 'status'
> & {
  readonly evidence_details: Pick<Stripe.Dispute.EvidenceDetails, 'due_by'>;
  /** `block`: https://docs.stripe.com/disputes/prevention-preview */
  readonly payment_method_details: {
    readonly type: 'card';
    readonly card: Pick<Stripe.Dispute.PaymentMethodDetails.Card, 'case_type'>;
  };
  readonly payment_intent: string;
};

export type FraudWarningView = Pick<
  Stripe.Radar.EarlyFraudWarning,
  'id' | 'object' | 'actionable' | 'created' | 'fraud_type' | 'livemode'
> & { readonly charge: string; readonly payment_intent: string };

export function cardView(
  { number, brand = 'visa', expYear = 2040 }: CardBehavior,
  wallet?: string,
): CardView {
  const expiry = { exp_month: 12, exp_year: expYear };
  return { brand, last4: number.slice(-4), ...expiry, wallet: wallet ? { type: wallet } : null };
}

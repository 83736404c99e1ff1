import Stripe from 'stripe';
import { z } from 'zod';
import type { CallbackSubject, SignedCallback } from '../../contract/payment-provider.ts';
import { cardOf } from './card.ts';
import { ORDER_KEY, PAYMENT_KEY, REFUND_KEY } from './metadata.ts';
import { joinMethod } from './tokens.ts';

const { StripeSignatureVerificationError } = Stripe.errors;
/** Maximum age of a callback in seconds; Stripe signs each attempt separately. */
const TOLERANCE_SECONDS = 300;
const FRAUD_WARNING = 'radar.early_fraud_warning.';
/** Card networks report reissued cards. Old API versions call it `card_automatically_updated`. */
const CARD_UPDATED = /^payment_method\.(card_)?automatically_updated$/;
const OTHER = { kind: 'other' } as const;

/** An account may have other business: only objects with our IDs concern us. */
const ours = z.object({
  [PAYMENT_KEY]: z.uuid().optional(),
  [REFUND_KEY]: z.uuid().optional(),
  [ORDER_KEY]: z.uuid().optional(),
});

interface EventObject extends Partial<Pick<Stripe.Dispute, 'payment_intent'>> {
  readonly id?: string;
  readonly customer?: unknown;
  readonly metadata?: unknown;
}

/** The subject of a Stripe callback; null if Stripe didn't sign the raw bytes recently. */
export async function readStripeCallback(
  stripe: Stripe,
  secret: string,
  { body, headers, now }: SignedCallback,
): Promise<CallbackSubject | null> {
  const event = await verify(stripe, secret, body, headers['stripe-signature'] ?? '', now);
  if (event === null) return null;
  // Of a connected account, where we charge nothing and can look up nothing.
  if (event.account) return OTHER;
  const object = event.data.object as EventObject;
  const { data } = ours.safeParse(object.metadata);
  if (event.type.startsWith('payment_intent.') && data?.[PAYMENT_KEY]) {
    return { kind: 'payment', paymentId: data[PAYMENT_KEY] };
  }
  // `charge.refunded` has the charge as its object, and is sent for our own refunds, too.
  const isOfRefund = /^(refund\.|charge\.refund)/.test(event.type);
  if (isOfRefund && data?.[REFUND_KEY]) return { kind: 'refund', refundId: data[REFUND_KEY] };
  if (isOfRefund) return ofPayment(stripe, 'external_refund', object);
  if (event.type.startsWith('charge.dispute.')) return ofPayment(stripe, 'dispute', object);
  if (event.type.startsWith(FRAUD_WARNING)) return ofPayment(stripe, 'fraud_warning', object);
  if (CARD_UPDATED.test(event.type)) return ofMethod(stripe, object);
  return OTHER;
}

/** An object that we didn't create has no metadata of ours, but its payment intent does. */
async function ofPayment(
  stripe: Stripe,
  kind: 'dispute' | 'external_refund' | 'fraud_warning',
  { payment_intent: given }: EventObject,
): Promise<CallbackSubject> {
  const intentId = typeof given === 'string' ? given : given?.id;
  if (!intentId) return OTHER;
  const { metadata } = await stripe.paymentIntents.retrieve(intentId);
  const paymentId = ours.safeParse(metadata).data?.[PAYMENT_KEY];
  return paymentId ? { kind, paymentId } : OTHER;
}

/** A method has no metadata of ours, but the customer that we created for it does. */
async function ofMethod(stripe: Stripe, { id, customer: given }: EventObject) {
  if (!id || !given) return OTHER;
  const method = await stripe.paymentMethods.retrieve(id, { expand: ['customer'] });
  const { customer } = method;
  const card = cardOf(method.card);
  if (!customer || typeof customer === 'string' || customer.deleted || !card) return OTHER;
  const { data } = ours.safeParse(customer.metadata);
  const { [PAYMENT_KEY]: paymentId, [ORDER_KEY]: orderId } = data ?? {};
  const savedFor = paymentId ? { paymentId } : orderId ? { orderId } : null;
  if (!savedFor) return OTHER;
  const savedMethod = joinMethod(customer.id, id);
  return { kind: 'saved_method', savedMethod, card, savedFor } as const;
}

async function verify(stripe: Stripe, secret: string, body: Buffer, header: string, now: Date) {
  const at = now.getTime();
  try {
    // The signature covers the raw bytes.
    return stripe.webhooks.constructEvent(body, header, secret, TOLERANCE_SECONDS, undefined, at);
  } catch (error) {
    if (error instanceof StripeSignatureVerificationError || !isThin(body)) return null;
    // It is signed, but lacks the object. Resent events arrive once the webhook is corrected.
    throw new Error('Stripe sends thin events: create its webhook with snapshot payloads');
  }
}

function isThin(body: Buffer): boolean {
  return body.includes('"v2.core.event"');
}

/** Metadata keys for our IDs at Stripe. */
export const PAYMENT_KEY = 'tillgate_payment';
export const REFUND_KEY = 'tillgate_refund';
export const ORDER_KEY = 'tillgate_order';

import { z } from 'zod';
import { describeEvent, EVENT_TYPES, type EventType } from './event-types.ts';

/** `data` of every event (docs/contract/events.md#data), for the reference and for tests. */
const everyEvent = {
  orderId: z.string(),
  orderStatus: z.string(),
  buyerEmail: z.string(),
  currency: z.string(),
  amount: z.string(),
  taxAmount: z.string(),
  productName: z.string(),
  orderMetadata: z.record(z.string(), z.string()),
  productMetadata: z.record(z.string(), z.string()),
  merchantProvidedBuyerIdentity: z.string().optional(),
  orderMerchantExternalId: z.string().optional(),
  billingDetail: z
    .object({
      country: z.string(),
      isBusiness: z.boolean(),
      postcode: z.string().optional(),
      state: z.string().optional(),
      businessName: z.string().optional(),
      taxId: z.string().optional(),
    })
    .optional(),
  taxRate: z.number().optional(),
  taxName: z.string().optional(),
  subtotal: z.string().optional(),
  total: z.string().optional(),
  productDescription: z.string().optional(),
  /** Only samples have it. */
  sample: z.literal(true).optional(),
};

/** The body of a delivery of the type (docs/contract/events.md#envelope). */
function eventSchema(type: EventType) {
  return z.object({
    id: z.string(),
    timestamp: z.string(),
    eventType: z.literal(type),
    eventId: z.string(),
    storeId: z.string(),
    storeName: z.string(),
    mode: z.enum(['test', 'prod']),
    data: z.object({ ...everyEvent, ...describeEvent(type).fields }),
  });
}

export const eventSchemas = new Map(EVENT_TYPES.map((type) => [type, eventSchema(type)]));

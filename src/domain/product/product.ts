import { z } from 'zod';
import { encodeId, type Id } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';
import { priceView, type StoredPrices, viewPrices } from './prices.ts';

/** How often a plan is charged (docs/contract/resources.md#product). */
export const BILLING_PERIODS = ['weekly', 'monthly', 'quarterly', 'yearly'] as const;
export const PRODUCT_STATUSES = ['active', 'inactive'] as const;

export type ProductKind = 'onetime' | 'subscription';
export type BillingPeriod = (typeof BILLING_PERIODS)[number];
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

/** As in docs/contract/resources.md#media. */
export interface MediaItem {
  readonly type: 'image' | 'video';
  readonly url: string;
  readonly alt?: string;
  readonly thumbnail?: string;
}

/** The content of a version, which never changes (docs/contract/resources.md#product). */
export interface ProductContent {
  readonly name: string;
  readonly description: string | null;
  /** Null for one-time products. */
  readonly billingPeriod: BillingPeriod | null;
  readonly prices: StoredPrices;
  readonly media: readonly MediaItem[];
  readonly successUrl: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A product as one environment shows it: its current version there, flattened. */
export interface Product extends ProductContent {
  readonly id: Id<'PROD'>;
  readonly storeId: Id<'STO'>;
  readonly status: ProductStatus;
  readonly createdAt: Date;
  /** Last change in this environment. */
  readonly updatedAt: Date;
}

const mediaItemView = z.object({
  type: z.enum(['image', 'video']),
  url: z.string(),
  alt: z.string().optional(),
  thumbnail: z.string().optional(),
});

export const onetimeProductView = z.object({
  id: z.string(),
  storeId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  prices: z.record(z.string(), priceView),
  media: z.array(mediaItemView),
  successUrl: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  status: z.enum(PRODUCT_STATUSES),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const subscriptionProductView = onetimeProductView.extend({
  billingPeriod: z.enum(BILLING_PERIODS),
});

/** A one-time product as responses show it (docs/contract/resources.md#product). */
export function viewOnetimeProduct(product: Product): z.input<typeof onetimeProductView> {
  return {
    id: encodeId('PROD', product.id),
    storeId: encodeId('STO', product.storeId),
    name: product.name,
    description: product.description,
    prices: viewPrices(product.prices),
    media: [...product.media],
    successUrl: product.successUrl,
    metadata: { ...product.metadata },
    status: product.status,
    createdAt: toIso(product.createdAt),
    updatedAt: toIso(product.updatedAt),
  };
}

/** A subscription product as responses show it (docs/contract/resources.md#product). */
export function viewSubscriptionProduct(product: Product): z.input<typeof subscriptionProductView> {
  const { billingPeriod } = product;
  if (!billingPeriod) throw new Error(`Subscription product ${product.id} has no billing period`);
  return { ...viewOnetimeProduct(product), billingPeriod };
}

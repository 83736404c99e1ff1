import { describe, expect, it } from 'vitest';
import { changedFields } from '../../parts/changed-fields.ts';
import { type Product, trialDaysOf } from './product.ts';
import { checkProduct } from './product-checks.ts';
import { NEW_PRODUCT, toContent, toValues } from './product-values.ts';

const product: Product = {
  id: 'PROD_0',
  kind: 'subscription',
  name: 'Plan',
  description: null,
  status: 'active',
  version: 1,
  billingPeriod: 'yearly',
  prices: [
    {
      currency: 'JPY',
      priceInfo: { amount: '500', taxCategory: 'saas', taxIncluded: false, trialAmount: '100' },
    },
  ],
  media: [{ type: 'image', url: 'https://a.example/1.png', alt: null, thumbnail: null }],
  successUrl: null,
  metadata: '{"trialDays":7,"seats":5,"sku":"5","flags":{"a":true}}',
  hasProdVersion: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

describe('the product form', () => {
  it('sends untouched values back unchanged, whatever their type', () => {
    expect(toContent(toValues(product))).toEqual({
      name: 'Plan',
      description: '',
      successUrl: '',
      prices: {
        JPY: { amount: '500', taxCategory: 'saas', taxIncluded: false, trialAmount: '100' },
      },
      media: [{ type: 'image', url: 'https://a.example/1.png' }],
      metadata: { trialDays: 7, seats: 5, sku: '5', flags: { a: true } },
    });
  });

  it('treats a changed value as text, and an empty trial as none', () => {
    const metadata = [{ key: 'seats', value: '6', original: 5 }];
    const content = toContent({ ...NEW_PRODUCT, metadata });
    expect(content.metadata).toEqual({ seats: '6' });
    expect(content.prices.USD).not.toHaveProperty('trialAmount');
  });

  it('removes the trial prices with the trial', () => {
    const before = toValues(product);
    const after = { ...before, trialDays: ' ' };
    expect(checkProduct(after)).toEqual({});
    expect(changedFields<object>(toContent(before), toContent(after))).toEqual({
      prices: { JPY: { amount: '500', taxCategory: 'saas', taxIncluded: false } },
      metadata: { seats: 5, sku: '5', flags: { a: true } },
    });
  });

  it('treats trialDays of a one-time product as any other metadata', () => {
    const metadata = '{"trialDays":"two weeks","seats":5}';
    const book: Product = { ...product, kind: 'onetime', metadata };
    const values = toValues(book);
    expect(checkProduct(values)).toEqual({});
    expect(toContent(values).metadata).toEqual({ trialDays: 'two weeks', seats: 5 });
    expect(trialDaysOf({ ...book, metadata: '{"trialDays":14}' })).toBeNull();
  });
});

import { expect, it } from 'vitest';
import { checkProduct } from './product-checks.ts';
import { NEW_PRODUCT, type ProductValues } from './product-values.ts';

const check = (values: Partial<ProductValues>) =>
  checkProduct({ ...NEW_PRODUCT, prices: [], ...values });
const entries = (...keys: string[]) => keys.map((key) => ({ key, value: 'x' }));

it('refuses a second metadata entry with the same key', () => {
  expect(check({ metadata: entries('sku', 'size', 'sku ') })).toEqual({
    'metadata.2.key': 'This key already has a value.',
  });
  expect(check({ metadata: entries('', ' ') })).toEqual({
    'metadata.0.key': 'Key is required.',
    'metadata.1.key': 'Key is required.',
  });
});

it('refuses a metadata entry that the trial would overwrite', () => {
  expect(check({ trialDays: '7', metadata: entries('trialDays') })).toEqual({
    'metadata.0.key': 'This key already has a value.',
  });
  expect(check({ metadata: entries('trialDays') })).toEqual({});
});

it('counts a name’s characters as the service does', () => {
  expect(check({ name: '😀'.repeat(64) })).toEqual({});
  expect(check({ name: '😀'.repeat(65) })).toEqual({ name: 'Enter at most 64 characters.' });
});

import { describe, expect, it } from 'vitest';
import { linesOf } from './publish-difference.tsx';

describe('linesOf', () => {
  it.each([
    [
      'prices',
      { USD: { amount: '9.90', taxCategory: 'digital_goods' } },
      ['$9.90 USD, digital goods'],
    ],
    [
      'prices',
      { JPY: { amount: '900', taxCategory: 'saas', taxIncluded: true } },
      ['¥900 JPY, saas, tax included'],
    ],
    [
      'media',
      [{ type: 'image', url: 'https://a.example/b.png', alt: 'A cat' }],
      ['Picture, A cat, https://a.example/b.png'],
    ],
    ['metadata', { trialDays: 14, tier: 'gold' }, ['Trial days: 14', 'tier: gold']],
    ['rules', { sharedTrial: true }, ['Shared trial: yes']],
    ['productIds', ['PROD_1'], ['PROD_1']],
    ['name', 'A', ['A']],
    ['description', null, []],
    ['metadata', {}, []],
  ])('%s of %j', (field, value, lines) => {
    expect(linesOf(field, value)).toEqual(lines);
  });
});

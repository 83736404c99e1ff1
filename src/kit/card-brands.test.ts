import { expect, it } from 'vitest';
import { cardBrandName } from './card-brands.ts';

it.each([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['jcb', 'JCB'],
  ['unionpay', 'UnionPay'],
  ['cartes_bancaires', 'Cartes Bancaires'],
  ['constructor', 'Constructor'],
  ['unknown', null],
  [null, null],
])('the card brand %s is called %s', (code, name) => {
  expect(cardBrandName(code)).toBe(name);
});

import { describe, expect, it } from 'vitest';
import { moneyText, moneyTextWithCode } from './amounts.ts';

describe('amounts', () => {
  it.each([
    ['9.90', 'USD', '$9.90'],
    ['2800', 'JPY', '¥2,800'],
    ['1.234', 'KWD', 'KWD\u00a01.234'],
    ['9999999999.99', 'EUR', '€9,999,999,999.99'],
    ['90071992547409931.25', 'USD', '$90,071,992,547,409,931.25'],
    ['5.00', 'not a currency', '5.00 not a currency'],
  ])('formats %s %s as %s', (amount, currency, text) => {
    expect(moneyText(amount, currency)).toBe(text);
  });

  it.each([
    ['9.90', 'USD', '$9.90 USD'],
    ['1.234', 'KWD', 'KWD\u00a01.234'],
    ['5.00', 'not a currency', '5.00 not a currency'],
  ])('shows the code of %s %s once: %s', (amount, currency, text) => {
    expect(moneyTextWithCode(amount, currency)).toBe(text);
  });
});

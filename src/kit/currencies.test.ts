import { describe, expect, it } from 'vitest';
import { CURRENCY_CODES, isCurrency } from './currencies.ts';
import { MINOR_DIGITS } from './money.ts';

describe('currencies', () => {
  it('are exactly those of ISO 4217 with a minor unit', () => {
    expect(['USD', 'EUR', 'JPY', 'KWD', 'CLF', 'ZWG'].every(isCurrency)).toBe(true);
    const others = ['XTS', 'XXX', 'XAU', 'ABC', 'ZZZ', 'usd', ' USD', 'USD ', '', 'US', 'USDT'];
    expect(others.filter(isCurrency)).toEqual([]);
  });

  it('are listed once, including those with other digits', () => {
    expect(new Set(CURRENCY_CODES).size).toBe(CURRENCY_CODES.length);
    expect([...MINOR_DIGITS.keys()].filter((code) => !isCurrency(code))).toEqual([]);
  });
});

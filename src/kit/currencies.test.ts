import { describe, expect, it } from 'vitest';
import { CURRENCY_CODES, isCurrency } from './currencies.ts';
import { MINOR_DIGITS } from './money.ts';

describe('currencies', () => {
  it('are those of ISO 4217 with a minor unit, spelled exactly', () => {
    expect(['USD', 'EUR', 'JPY', 'KWD', 'CLF', 'ZWG'].every(isCurrency)).toBe(true);
    const others = ['XTS', 'XXX', 'XAU', 'ABC', 'ZZZ', 'usd', ' USD', 'USD ', '', 'US', 'USDT'];
    expect(others.filter(isCurrency)).toEqual([]);
  });

  it('are listed once, those with other digits among them', () => {
    expect(new Set(CURRENCY_CODES).size).toBe(CURRENCY_CODES.length);
    expect([...MINOR_DIGITS.keys()].filter((code) => !isCurrency(code))).toEqual([]);
  });
});

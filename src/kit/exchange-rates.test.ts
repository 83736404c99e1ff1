import { describe, expect, it } from 'vitest';
import { rateBetween, readExchangeRates } from './exchange-rates.ts';

describe('exchange rates', () => {
  const rates = readExchangeRates('USD=EUR:1.08,JPY:0.0065');

  it('are parsed from the operator’s notation', () => {
    expect(rates?.currency).toBe('USD');
    expect(rateBetween(rates, 'EUR', 'USD')).toBe('1.08');
    expect(rateBetween(rates, 'USD', 'JPY')).toBe('153.846153846');
    expect(rateBetween(rates, 'JPY', 'EUR')).toBe('0.00601851851852');
  });

  it('are 1 between equal currencies, and unknown for others', () => {
    expect(rateBetween(null, 'CHF', 'CHF')).toBe('1');
    expect(rateBetween(rates, 'CHF', 'USD')).toBeNull();
    expect(rateBetween(null, 'EUR', 'USD')).toBeNull();
  });

  it('are refused in any other notation', () => {
    for (const text of [
      ...['EUR:1.08', 'USD=', 'USD=EUR', 'USD=EUR:0', 'USD=EUR:-1', 'USD=EUR:1,EUR:2'],
      ...['USD=USD:1', 'USD=XXX:1', 'XTS=EUR:1', 'USD=EUR:1e5', 'usd=EUR:1', 'USD=EUR:1, JPY:2'],
    ]) {
      expect(readExchangeRates(text), text).toBeNull();
    }
  });
});

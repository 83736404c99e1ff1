import { describe, expect, it } from 'vitest';
import { amountComplaint, filterComplaint, readAmount } from './typed-amount.ts';

describe('a typed amount', () => {
  it.each([
    ['9.90', 'en-US', '9.90'],
    ['9.90', 'de-DE', '9.90'],
    ['12,50', 'de-DE', '12.50'],
    ['12,50', 'en-US', null],
    ['1,250', 'en-US', '1250'],
    // A decimal separator, not one of thousands: the service then refuses three decimals.
    ['1.250', 'de-DE', '1.250'],
    ['1.250,50', 'de-DE', '1250.50'],
    ['1,250.50', 'en-US', '1250.50'],
    ["1'250.50", 'de-CH', '1250.50'],
    ['1 250,50', 'fr-FR', '1250.50'],
    ['1,250,000', 'en-US', '1250000'],
    ['30.000', 'ar', '30.000'],
    ['1.2.3', 'en-US', null],
    ['1,2,3.5', 'en-US', null],
    ['-1', 'en-US', null],
    ['', 'en-US', null],
    ['nine', 'en-US', null],
  ])('%j in %s is %j', (text, locale, amount) => {
    expect(readAmount(text, locale)).toBe(amount);
  });

  it.each([
    ['9.90', 'USD', null],
    ['9.905', 'USD', 'Enter an amount, such as 9.90.'],
    ['9.9', 'JPY', 'Enter an amount, such as 10.'],
    ['9.905', 'KWD', null],
    // Common use, and so the browser's list, has no minor unit.
    ['9.905', 'IQD', null],
    ['0', 'EUR', 'Enter an amount, such as 9.90.'],
  ])('%s %s', (text, currency, complaint) => {
    expect(amountComplaint(text, currency)).toBe(complaint);
  });

  it('of a filter may be empty or zero', () => {
    expect(['', ' ', '0', '9.90'].map((text) => filterComplaint(text, 'USD'))).toEqual(
      Array(4).fill(null),
    );
    expect(filterComplaint('12.5', 'JPY')).toBe('Enter an amount, such as 10.');
  });
});

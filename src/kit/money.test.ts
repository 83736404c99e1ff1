import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, MAX_AMOUNT_MINOR, minorDigits, parseAmount } from './money.ts';

describe('money', () => {
  it('uses the minor digits of ISO 4217, not those in common use', () => {
    const digits = { USD: 2, JPY: 0, KWD: 3, IQD: 3, CLF: 4, HUF: 2, COP: 2, IDR: 2, KRW: 0 };
    for (const [code, count] of Object.entries(digits)) expect(minorDigits(code)).toBe(count);
  });

  it('parses every amount that it formats', () => {
    const amounts = fc.bigInt({ min: 0n, max: MAX_AMOUNT_MINOR });
    const codes = fc.constantFrom('USD', 'JPY', 'KWD', 'CLF');
    fc.assert(
      fc.property(amounts, codes, (amountMinor, currency) => {
        expect(parseAmount(formatAmount(amountMinor, currency), currency)).toBe(amountMinor);
      }),
    );
  });

  it('writes all digits of the currency', () => {
    expect(formatAmount(990n, 'USD')).toBe('9.90');
    expect(formatAmount(5n, 'USD')).toBe('0.05');
    expect(formatAmount(0n, 'USD')).toBe('0.00');
    expect(formatAmount(-5n, 'USD')).toBe('-0.05');
    expect(formatAmount(1000n, 'JPY')).toBe('1000');
    expect(formatAmount(1n, 'KWD')).toBe('0.001');
  });

  it('never passes through a float', () => {
    expect(parseAmount('0.29', 'USD')).toBe(29n);
    expect(parseAmount('4503599627.37', 'USD')).toBe(450_359_962_737n);
    expect(parseAmount('1.005', 'KWD')).toBe(1_005n);
  });

  it('accepts fewer digits than the currency has, but never more', () => {
    expect(parseAmount('9.9', 'USD')).toBe(990n);
    expect(parseAmount('0009', 'USD')).toBe(900n);
    expect(parseAmount('9.900', 'USD')).toBeNull();
    expect(parseAmount('100.0', 'JPY')).toBeNull();
    expect(parseAmount('1.0001', 'KWD')).toBeNull();
  });

  it('refuses anything but a plain decimal within the limit', () => {
    for (const text of [
      '',
      '.5',
      '5.',
      '1e3',
      '-1',
      '+1',
      ' 1',
      '1 ',
      '0x1',
      '9.999',
      '٣',
      'NaN',
    ]) {
      expect(parseAmount(text, 'USD')).toBeNull();
    }
    expect(parseAmount('9999999999.99', 'USD')).toBe(MAX_AMOUNT_MINOR);
    expect(parseAmount('10000000000', 'USD')).toBeNull();
  });
});

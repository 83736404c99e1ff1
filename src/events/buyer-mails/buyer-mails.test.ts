import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../kit/languages.ts';
import { mailTextOf } from '../mail-texts.ts';

const DATA = {
  productName: 'A book',
  amount: '1234.50',
  currency: 'USD',
  paymentDate: '2026-01-31',
  currentPeriodStart: '2026-01-31T00:00:00.000Z',
  currentPeriodEnd: '2026-02-28T00:00:00.000Z',
  paymentMethod: 'card',
  paymentLast4: '4242',
  orderId: 'ORD_1',
};
const mailOf = (language: string, type = 'subscription.activated', data = {}) =>
  mailTextOf(
    'buyer',
    { type, environment: 'prod', storeName: 'Acme', data: { ...DATA, ...data } },
    language,
  );
const valuesOf = (language: string) => mailOf(language).rows.map(({ value }) => value);

describe('mails to buyers', () => {
  it('format amounts and days as each language does', () => {
    expect(valuesOf('en').slice(1, 3)).toEqual(['$1,234.50', 'Card •••• 4242']);
    expect(valuesOf('ja-JP')).toContain('2026年1月31日');
    expect(valuesOf('pl-PL')).toContain('31 stycznia 2026');
    for (const language of LANGUAGES) {
      const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' });
      const values = valuesOf(language).map((value) => value.replace(/[\u2066-\u2069]/g, ''));
      expect(values, language).toContain(money.format(1234.5));
    }
  });

  it('distinguish the start of a free trial from that of a subscription', () => {
    const trial = mailOf('es-PE', 'subscription.activated', { periodNumber: 0 });
    expect(trial.heading).toBe('Tu prueba gratis ha comenzado');
    expect(mailOf('es-PE').heading).toBe('Tu suscripción ha comenzado');
  });

  it('leave values that are neither an amount nor a day unchanged', () => {
    const rows = mailOf('ru-RU', 'order.completed', { amount: 'x', paymentDate: 'soon' }).rows;
    expect(rows.map(({ value }) => value)).toEqual(expect.arrayContaining(['x USD', 'soon']));
  });

  it('translate known reasons', () => {
    const reasonOf = (paymentFailureReason: string) =>
      mailOf('tr-TR', 'subscription.past_due', { paymentFailureReason }).rows.at(-2)?.value;
    expect(reasonOf('expired_card')).toBe('Kartın süresi dolmuş.');
    expect(reasonOf('toString')).toBe('toString');
  });

  it('leave mails to merchants in English', () => {
    const facts = {
      type: 'order.completed',
      environment: 'prod' as const,
      storeName: 'A',
      data: DATA,
    };
    expect(mailTextOf('merchant', facts, 'ja-JP').heading).toBe('New order');
  });
});

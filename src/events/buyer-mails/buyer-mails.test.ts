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
    expect(reasonOf('processing_error')).toBe('Kart işlenemedi.');
  });

  it.each([
    'authentication_required',
    'authentication_failed',
    'limit_exceeded',
    'not_completed',
    'toString',
  ])('never show the code %s', (paymentFailureReason) => {
    for (const language of LANGUAGES) {
      const { rows } = mailOf(language, 'subscription.past_due', { paymentFailureReason });
      const values = rows.map(({ value }) => value);
      expect(values, language).not.toContain(paymentFailureReason);
    }
  });

  it('show what a plan change charges, not the price of the plan', () => {
    const amountOf = (recipient: 'buyer' | 'merchant', type: string, data: object) => {
      const facts = { type, environment: 'prod' as const, storeName: 'Acme' };
      const { rows } = mailTextOf(recipient, { ...facts, data: { ...DATA, ...data } }, 'en');
      return rows.find(({ label }) => label === 'Amount')?.value;
    };
    const changed = { amount: '19.80', chargedAmount: '9.90', previousProductName: 'A leaflet' };
    expect(amountOf('buyer', 'subscription.plan_changed', changed)).toBe('$9.90');
    expect(amountOf('merchant', 'subscription.plan_changed', changed)).toBe('9.90 USD');
    const credited = { ...changed, chargedAmount: '0.00' };
    expect(amountOf('buyer', 'subscription.plan_changed', credited)).toBe('$0.00');
    const scheduled = { amount: '9.90', targetAmount: '19.80', targetProductName: 'A library' };
    expect(amountOf('buyer', 'subscription.plan_change_scheduled', scheduled)).toBe('$19.80');
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

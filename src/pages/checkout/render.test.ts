import { describe, expect, it } from 'vitest';
import type { Id } from '../../kit/id.ts';
import type { CheckoutPage } from './checkout-page.ts';
import { renderCheckout, type Visit } from './render.tsx';

const NOW = new Date('2030-01-01T00:00:00.000Z');
const OPEN: CheckoutPage = {
  sessionId: 'cs_0190b0a0-0000-7000-8000-000000000000',
  status: 'open',
  environment: 'test',
  expiresAt: new Date('2030-01-01T00:45:00.000Z'),
  darkMode: null,
  language: null,
  paymentMethods: ['card', 'applepay', 'googlepay', 'wechat'],
  price: { amountMinor: 123_456n, currency: 'USD' },
  trial: null,
  buyerEmail: null,
  billingDetail: null,
  successUrl: 'https://shop.example/thanks',
  store: {
    id: '0190b0a0-0000-7000-8000-000000000001' as Id<'STO'>,
    name: 'Acme & Sons',
    slug: 'acme-1',
    status: 'active',
    logo: null,
    supportEmail: null,
    businessName: null,
    taxId: null,
    businessAddress: null,
    checkoutSettings: {},
  },
  product: { id: 'PROD_1', name: 'A book', description: null, media: [], billingPeriod: null },
  payment: null,
  storeNow: NOW,
  isDeactivated: false,
  isCharging: false,
  isClosed: false,
};
const PAID: CheckoutPage = {
  ...OPEN,
  status: 'completed',
  payment: {
    orderId: 'ORD_1',
    amount: OPEN.price,
    buyerEmail: 'ada@example.com',
    paidAt: NOW,
    cardBrand: 'visa',
    cardLast4: '4242',
  },
};

function render(page: Partial<CheckoutPage> = {}, visit: Partial<Visit> = {}): string {
  return renderCheckout(
    { ...OPEN, ...page },
    {
      publicUrl: 'https://pay.example/base/',
      provider: { name: 'sandbox' },
      now: NOW,
      nonce: 'n0nce',
      language: 'en',
      pickedLanguage: null,
      ...visit,
    },
  );
}
const stateOf = (html: string) => /data-state="([a-z-]+)"/.exec(html)?.[1];

describe('checkout page', () => {
  it('names the seller with the details that the merchant has set', () => {
    expect(render()).not.toContain('class="seller"');
    const businessAddress = 'Hauptstr. 1\n10115 Berlin';
    const seller = { businessName: 'Acme <GmbH>', taxId: 'DE123456789', businessAddress };
    const html = render({ store: { ...OPEN.store, ...seller } });
    expect(html).toContain(
      '<address class="seller"><bdi>Acme &lt;GmbH></bdi><bdi>Hauptstr. 1, 10115 Berlin</bdi><bdi>Tax ID: DE123456789</bdi></address>',
    );
  });

  it('has labeled fields for everything paying requires, with autofill hints', () => {
    const html = render();
    for (const [id, autocomplete] of [
      ['buyerEmail', 'email'],
      ['cardNumber', 'cc-number'],
      ['cardExpiry', 'cc-exp'],
      ['cardCvc', 'cc-csc'],
      ['country', 'country'],
      ['state', 'address-level1'],
      ['postcode', 'postal-code'],
      ['businessName', 'organization'],
    ]) {
      expect(html).toContain(`<label for="${id}">`);
      expect(html).toMatch(new RegExp(`id="${id}"[^>]*autocomplete="${autocomplete}"`));
    }
    expect(html.match(/<option value="[A-Z]{2}"/g)).toHaveLength(249);
    expect(html).toMatch(/<select id="country"[^>]*aria-invalid="false"/);
    expect(html).toContain('action="/base/store/acme-1/checkout/cs_');
  });

  it('formats amounts for the language, and declares the language', () => {
    expect(render()).toContain('$1,234.56');
    expect(render()).toContain('<html lang="en" dir="ltr">');
    expect(render({}, { language: 'en-KE' })).toContain('<html lang="en-KE" dir="ltr">');
    expect(render({}, { language: 'ja-JP' })).toContain('<html lang="ja-JP" dir="ltr">');
    expect(render({}, { language: 'ar' })).toContain('<html lang="ar" dir="rtl">');
    expect(render({ price: { amountMinor: 1000n, currency: 'JPY' } })).toContain('¥1,000');
  });

  it('names the currency once', () => {
    expect(render()).toContain('$1,234.56 <span class="currency">USD</span>');
    const polish = render({}, { language: 'pl-PL' });
    expect(polish).toMatch(/<p class="price">1234,56\sUSD<\/p>/);
  });

  it('prefills what the session knows, escaped', () => {
    const html = render({
      buyerEmail: '"><b>@x.example',
      billingDetail: { country: 'US', isBusiness: true, state: 'Oregon' },
    });
    expect(html).toContain('value="&quot;>&lt;b>@x.example"');
    expect(html).toMatch(/<option[^>]*value="US"[^>]*selected|<option[^>]*selected[^>]*value="US"/);
    expect(html).not.toContain('<b>');
  });

  it('is in exactly one state', () => {
    expect(stateOf(render())).toBe('open');
    expect(stateOf(render({ expiresAt: NOW }))).toBe('expired');
    expect(stateOf(render({ status: 'expired' }))).toBe('expired');
    for (const status of ['inactive', 'suspended'] as const) {
      expect(stateOf(render({ store: { ...OPEN.store, status } }))).toBe('inactive');
      expect(stateOf(render({ ...PAID, store: { ...OPEN.store, status } }))).toBe('already-paid');
    }
    expect(stateOf(render({ isDeactivated: true }))).toBe('not-for-sale');
    expect(stateOf(render({ ...PAID, isDeactivated: true }))).toBe('already-paid');
    expect(stateOf(render({ paymentMethods: ['wechat'] }))).toBe('no-method');
    expect(stateOf(render({}, { provider: null }))).toBe('no-method');
    expect(stateOf(render(PAID, { orderId: 'ORD_1' }))).toBe('paid');
    expect(stateOf(render(PAID, { orderId: 'ORD_2' }))).toBe('already-paid');
  });

  it('shows the receipt to the payer, and nothing about the buyer to others', () => {
    const paid = render(PAID, { orderId: 'ORD_1' });
    for (const text of ['a••@example.com', 'Visa ending in 4242', 'ORD_1', 'January 1, 2030']) {
      expect(paid).toContain(text);
    }
    const later = render(PAID);
    for (const text of ['@example.com', '4242 4242', 'ending in', 'ORD_1']) {
      expect(later).not.toContain(text);
    }
    expect(later).toContain('href="https://shop.example/thanks"');
  });

  it('links back only to http(s)', () => {
    const html = render({ ...PAID, successUrl: 'javascript:alert(1)' }, { orderId: 'ORD_1' });
    expect(html).not.toContain('javascript:');
  });

  it('links back to the store while a charge is in progress', () => {
    expect(render({ isCharging: true })).toContain('href="../../acme-1?environment=test"');
  });

  it('reloads itself without the script, but only while a charge is in progress', () => {
    const reload = '<noscript><meta http-equiv="refresh" content="5"/></noscript>';
    const [head] = render({ isCharging: true }).split('</head>');
    expect(head).toContain(reload);
    expect(render()).not.toContain('http-equiv');
    expect(render(PAID, { orderId: 'ORD_1' })).not.toContain('http-equiv');
  });

  it('marks the card’s brand, if it knows it', () => {
    const payment = PAID.payment as NonNullable<CheckoutPage['payment']>;
    const receiptOf = (cardBrand: string) =>
      render({ ...PAID, payment: { ...payment, cardBrand } }, { orderId: 'ORD_1' });
    for (const brand of ['visa', 'mastercard', 'amex', 'discover', 'jcb', 'diners', 'unionpay']) {
      expect(receiptOf(brand)).toContain(`data-brand="${brand}"`);
    }
    expect(receiptOf('toString')).not.toContain('data-brand="toString"');
  });

  it('says if the provider cannot charge', () => {
    const html = render({ paymentMethods: ['wechat', 'applepay'] });
    expect(html).toContain('WeChat Pay or Apple Pay');
    expect(html).toContain('cards only');
    expect(render()).not.toContain('Apple Pay');
  });

  it('marks simulated payments, and no others', () => {
    expect(render()).toContain('4242 4242 4242 4242');
    expect(render({}, { provider: { name: 'another' } })).not.toContain('Test mode');
  });
});

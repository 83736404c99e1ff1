import { describe, expect, it } from 'vitest';
import type { MailText } from '../../events/mail-text.ts';
import { mailTextOf } from '../../events/mail-texts.ts';
import { type MailLook, renderMailHtml, renderMailText } from './render-mail.ts';

const EVIL = `"><script>alert(1)</script><img src=x onerror='a'>`;
const look: MailLook = {
  ...{ language: 'en', storeName: 'A shop', logo: null, checkoutSettings: {}, footer: 'Bye' },
  unsubscribe: null,
};
const text: MailText = {
  ...{ subject: 'Hello', heading: 'Hello', paragraphs: ['One'] },
  rows: [{ label: 'Amount', value: '1.00 USD' }],
};

describe('the HTML of a mail', () => {
  it('escapes everything that comes from merchants and buyers', () => {
    const html = renderMailHtml(
      {
        ...{ subject: EVIL, heading: EVIL, paragraphs: [EVIL], code: EVIL },
        rows: [{ label: EVIL, value: EVIL }],
      },
      {
        ...{ language: EVIL, storeName: EVIL, logo: EVIL, footer: EVIL },
        checkoutSettings: { light: { checkoutColorPrimary: EVIL, checkoutLogo: EVIL } },
        unsubscribe: { url: `https://shop.example/?${EVIL}`, label: EVIL },
      },
    );
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<img');
    expect(html).not.toMatch(/="[^"]*"[^ >\n]/);
  });

  it('uses the store’s color with readable text on it', () => {
    const colored = (checkoutColorPrimary: string) =>
      renderMailHtml(text, { ...look, checkoutSettings: { light: { checkoutColorPrimary } } });
    expect(colored('#123')).toContain('background:#112233;color:#ffffff');
    expect(colored('#FFEE00')).toContain('background:#ffee00;color:#000000');
    expect(colored('url(x)')).toContain('background:#000000;color:#ffffff');
  });

  it.each([
    'http://shop.example/l.png',
    'javascript:alert(1)',
    'https://u:p@shop.example/l.png',
  ])('shows no logo from %s', (logo) =>
    expect(renderMailHtml(text, { ...look, logo })).not.toContain('<img'));

  it('shows the store’s logo, preferring the theme’s', () => {
    const logo = 'https://shop.example/l.png';
    expect(renderMailHtml(text, { ...look, logo })).toContain(`<img src="${logo}"`);
    const light = { checkoutLogo: 'https://shop.example/theme.png' };
    const themed = renderMailHtml(text, { ...look, logo, checkoutSettings: { light } });
    expect(themed).toContain('<img src="https://shop.example/theme.png"');
  });
});

describe('the text of a mail', () => {
  it.each([
    ['merchant', 'order.completed'],
    ['buyer', 'order.completed'],
    ['address', 'account.invitation'],
  ] as const)('keeps its order and lines, whatever names contain: %s', (recipient, type) => {
    const name = 'A\u202eb\u2067c\u200bd\n-- \ne\u2028f';
    const data = { productName: name, buyerEmail: name, invitedTo: name, refundReason: name };
    const mailed = mailTextOf(recipient, { type, environment: 'prod', storeName: name, data });
    const whole = [mailed.subject, mailed.heading, ...mailed.paragraphs];
    const values = mailed.rows.map(({ value }) => value);
    for (const line of [...whole, ...values])
      expect(line).not.toMatch(/[\p{Cc}\u202e\u2067\u200b\u2028]/u);
    expect(whole.join(' ')).toContain('Abcd --  e f');
  });

  it('contains everything that the HTML does', () => {
    expect(renderMailText({ ...text, code: '123456' }, look)).toBe(
      'Hello\n\nOne\n\n123456\n\nAmount: 1.00 USD\n\n-- \nBye\n',
    );
  });

  it('has a one-line subject for any product name', () => {
    const data = { productName: 'A\r\nBcc: x@y.example', amount: '1.00', currency: 'USD' };
    const facts = { type: 'order.completed', environment: 'prod' as const, storeName: 'S', data };
    expect(mailTextOf('merchant', facts).subject).toBe('New order: A Bcc: x@y.example, 1.00 USD');
  });

  it('is English for an unknown tag', () => {
    const facts = { type: 'order.completed', environment: 'prod' as const, storeName: 'S' };
    for (const tag of ['tlh', 'en-KE', 'toString']) {
      expect(mailTextOf('buyer', { ...facts, data: {} }, tag).subject).toBe('Your order from S');
    }
  });

  it('is laid out from right to left in Arabic', () => {
    const html = renderMailHtml(text, { ...look, language: 'ar' });
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html.match(/dir="rtl"/g)).toHaveLength(3);
    expect(html).toContain('text-align:left;word-break');
    expect(renderMailHtml(text, look)).toContain('<html lang="en" dir="ltr">');
  });
});

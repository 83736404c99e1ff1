import { describe, expect, it } from 'vitest';
import { pdfHeights, pdfText } from '../../test/support/pdf-text.ts';
import { LANGUAGES } from '../kit/languages.ts';
import { createPdfPrinter } from './pdf-printer.ts';
import type { Receipt } from './receipt.queries.ts';
import { sheetOf } from './receipt-sheet.ts';

const printer = createPdfPrinter();
const RECEIPT = {
  ...{ paymentId: '0190b0a0-0000-7000-8000-000000000000', refundId: null },
  ...{ orderId: '0190b0a0-0000-7000-8000-000000000001', environment: 'prod', storeName: 'Shop' },
  ...{ businessName: null, taxId: null, businessAddress: null },
  ...{ supportEmail: 'help@shop.example', website: null, buyerEmail: 'ada@example.com' },
  billingDetail: { country: 'JP', isBusiness: true, businessName: '株式会社', taxId: 'T1' },
  ...{ productName: 'A plan', currency: 'USD', totalMinor: 990n, taxMinor: 90n },
  ...{ movedAt: new Date('2026-01-31T23:59:00Z'), method: 'card', cardBrand: 'visa' },
  ...{ cardLast4: '4242', periodStart: null, periodEnd: null, language: null },
} as unknown as Receipt;

const textOf = async (receipt: Receipt, language?: string) =>
  pdfText(await printer.print(sheetOf(receipt, language)));

/** Without spaces, and Thai am as the two signs that a font draws it with. */
const bare = (text: string) => text.replaceAll(/\s/g, '').replaceAll('\u0e33', '\u0e4d\u0e32');

describe('a receipt', () => {
  it('says who paid whom, for what, when and how much, the tax apart', async () => {
    const text = await textOf(RECEIPT);
    for (const part of [
      ...['Receipt', 'PAY_', 'January 31, 2026', 'Visa ending in 4242', 'Shop', 'ada@example.com'],
      ...['株式会社', 'Japan', 'Tax ID: T1', 'A plan', 'help@shop.example'],
    ]) {
      expect(text).toContain(part);
    }
    const amounts = text.match(/USD.\d+\.\d\d/g)?.map((amount) => amount.slice(4));
    expect(amounts).toEqual(['9.00', '9.00', '0.90', '9.90', '9.90']);
    expect(text).not.toContain('Test');
  });

  it('names the business in place of the store, with address and tax ID', async () => {
    const businessAddress = 'Hauptstr. 1\n10115 Berlin';
    const business = { businessName: 'Acme GmbH', taxId: 'DE123456789', businessAddress };
    expect(sheetOf({ ...RECEIPT, ...business }).seller.lines).toEqual([
      ...['Acme GmbH', 'Hauptstr. 1', '10115 Berlin', 'Tax ID: DE123456789', 'help@shop.example'],
    ]);
    expect(await textOf({ ...RECEIPT, ...business })).toContain('10115 Berlin');
  });

  it('names a card without a known brand in its language', () => {
    const sheet = sheetOf({ ...RECEIPT, cardBrand: null }, 'de');
    expect(sheet.facts.map(({ value }) => value)).toContain('Karte mit Endziffern 4242');
  });

  it('writes state and postal code as their country does', () => {
    const billingDetail = { country: 'US', isBusiness: false, state: 'Texas', postcode: '78701' };
    expect(sheetOf({ ...RECEIPT, billingDetail }).buyer.lines).toContain('Texas 78701');
  });

  it('says that no money moved in test', async () => {
    expect(await textOf({ ...RECEIPT, environment: 'test' })).toContain('no money has moved');
  });

  it('is written in every language that buyers read, from fonts in the file', async () => {
    for (const language of LANGUAGES) {
      const sheet = sheetOf(RECEIPT, language);
      const text = bare(pdfText(await printer.print(sheet)));
      const { title, facts, totals, buyer, seller, heads } = sheet;
      const labels = [...facts, ...totals, heads].map(({ label }) => label);
      for (const part of [title, buyer.title, seller.title, ...labels]) {
        expect(text, language).toContain(bare(part));
      }
    }
  });

  it('holds every script at once, and stands for what no font has', async () => {
    const names = [
      'Подписка',
      '订阅',
      '訂閱',
      'サブスク',
      '구독',
      'สมาชิก',
      'اشتراك',
      'Đăng ký',
      'Zażółć',
    ];
    const written = await textOf({ ...RECEIPT, productName: `${names.join(' ')} 🎉` });
    const text = written.replaceAll('\n', '');
    for (const name of names) expect(text).toContain(name);
    expect(text).not.toContain('\ufffd');
  });

  it('leaves an address in its own direction among Arabic', async () => {
    const businessAddress = 'Hauptstr. 1\n10115 Berlin';
    const text = await textOf({ ...RECEIPT, businessAddress, productName: 'A plan!' }, 'ar');
    // Parts of one direction are one run of the file.
    for (const line of ['10115 Berlin', 'A plan!']) expect(text.split('\n')).toContain(line);
  });

  it('takes one page', async () => {
    expect(pdfHeights(await printer.print(sheetOf(RECEIPT)))).toHaveLength(1);
  });

  it('has room on its pages for the longest names', async () => {
    const names = { storeName: '王'.repeat(100), productName: 'w'.repeat(64) };
    const businessName = 'W'.repeat(200);
    const billingDetail = { ...RECEIPT.billingDetail, businessName, state: 'S'.repeat(200) };
    const business = { taxId: '1'.repeat(64), businessAddress: `${'W'.repeat(36)}\n`.repeat(8) };
    const pdf = await printer.print(sheetOf({ ...RECEIPT, ...names, ...business, billingDetail }));
    const text = pdfText(pdf).replaceAll('\n', '');
    for (const name of [...Object.values(names), businessName]) expect(text).toContain(name);
    const heights = pdfHeights(pdf);
    expect(heights).toHaveLength(2);
    expect(Math.min(...heights.flat())).toBeGreaterThan(20);
  });

  it.each([
    ['wide letters', 'W'],
    ['signs as wide as a word', '\ufdfd'],
  ])('shows the amounts even if names are of %s', async (_of, sign) => {
    const long = sign.repeat(200);
    const billingDetail = { country: 'US', isBusiness: true, businessName: long, state: long };
    const names = { storeName: sign.repeat(48), productName: sign.repeat(64) };
    const billed = { ...billingDetail, postcode: long, taxId: long };
    const pdf = await printer.print(sheetOf({ ...RECEIPT, ...names, billingDetail: billed }));
    expect(pdfText(pdf).match(/USD.9\.90/g)).toHaveLength(2);
    const heights = pdfHeights(pdf);
    expect(heights).toHaveLength(2);
    expect(Math.min(...heights.flat())).toBeGreaterThan(20);
  });
});

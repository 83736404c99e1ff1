import { describe, expect, it } from 'vitest';
import { BusyError } from '../kit/bounded-queue.ts';
import { createPdfPrinter, MAX_WAITING } from './pdf-printer.ts';
import type { Receipt } from './receipt.queries.ts';
import { sheetOf } from './receipt-sheet.ts';

const SHEET = sheetOf({
  ...{ paymentId: '0190b0a0-0000-7000-8000-000000000000', refundId: null },
  ...{ orderId: '0190b0a0-0000-7000-8000-000000000001', environment: 'prod', storeName: 'Shop' },
  ...{ businessName: null, taxId: null, businessAddress: null, supportEmail: null, website: null },
  ...{ buyerEmail: 'ada@example.com', billingDetail: { country: 'DE', isBusiness: false } },
  ...{ productName: 'A plan', currency: 'USD', totalMinor: 990n, taxMinor: 90n },
  ...{ movedAt: new Date('2026-01-31T23:59:00Z'), method: 'card', cardBrand: null },
  ...{ cardLast4: null, periodStart: null, periodEnd: null, language: null },
} as unknown as Receipt);

describe('the printer of receipts', () => {
  it('turns one away who wants too many, and nobody else', { timeout: 60_000 }, async () => {
    const printer = createPdfPrinter();
    const asked = Array.from({ length: MAX_WAITING + 5 }, () => printer.print(SHEET, 'a'));
    const others = [printer.print(SHEET, 'b'), printer.print(SHEET)];
    const printed = await Promise.allSettled(asked);
    const refused = printed.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    // One is made, and one has made room.
    expect(refused).toHaveLength(5);
    for (const error of refused) expect(error).toBeInstanceOf(BusyError);
    for (const pdf of await Promise.all(others)) expect(pdf.toString('latin1', 0, 4)).toBe('%PDF');
  });
});

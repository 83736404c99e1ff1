import type { FastifyReply } from 'fastify';
import { isOwnOrder } from '../../domain/order/own-order.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { networkOf } from '../../gateway/rate-limit.ts';
import { decodeId } from '../../kit/id.ts';
import type { PdfPrinter } from '../../receipts/pdf-printer.ts';
import {
  findPaymentReceipt,
  findRefundReceipt,
  type Receipt,
} from '../../receipts/receipt.queries.ts';
import { numberOf, sheetOf } from '../../receipts/receipt-sheet.ts';
import { findVisitor, type PortalRequest, portalErrors } from './portal-visit.ts';
import { sendPortal } from './render-portal.tsx';
import { isSignedIn, type SignedIn, toDoor } from './show-orders.tsx';
import { ReceiptPage } from './view/receipt-page.tsx';

/** Receipts as PDF for one network: each takes a thread a tenth of a second. */
const PDFS = { policy: 'receipts', burst: 20, perSecond: 1 };

/** `GET …/receipts/{PAY_xxx or REF_xxx}`. */
export async function showReceipt(gateway: Gateway, request: PortalRequest, reply: FastifyReply) {
  const visitor = await findVisitor(gateway, request);
  if (!isSignedIn(visitor)) return toDoor(gateway, reply, visitor);
  const receipt = await findOwnReceipt(gateway, request, visitor);
  const sheet = sheetOf(receipt, visitor.language);
  return sendPortal(gateway, reply, visitor, {
    state: 'receipt',
    title: () => `${sheet.title} ${sheet.number}`,
    body: (view) => <ReceiptPage view={view} sheet={sheet} orderId={receipt.orderId} />,
  });
}

/** `GET …/receipts/{PAY_xxx or REF_xxx}/pdf`. */
export async function sendReceiptPdf(
  gateway: Gateway,
  printer: PdfPrinter,
  request: PortalRequest,
  reply: FastifyReply,
) {
  const visitor = await findVisitor(gateway, request);
  if (!isSignedIn(visitor)) return toDoor(gateway, reply, visitor);
  const receipt = await findOwnReceipt(gateway, request, visitor);
  gateway.rateLimiter.take(PDFS, networkOf(request.ip), gateway.clock.now());
  const pdf = await printer.print(sheetOf(receipt, visitor.language), visitor.store.id);
  return reply
    .headers({
      'content-disposition': `inline; filename="receipt-${numberOf(receipt)}.pdf"`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .type('application/pdf')
    .send(pdf);
}

/** Throws 404 if it isn't the buyer's, or no money moved. */
async function findOwnReceipt(
  { database }: Gateway,
  { params }: PortalRequest,
  { buyer }: SignedIn,
): Promise<Receipt> {
  const number = params.receiptId ?? '';
  const paymentId = decodeId('PAY', number);
  const refundId = decodeId('REF', number);
  const [receipt] = paymentId
    ? await findPaymentReceipt(database, buyer.storeId, paymentId)
    : refundId
      ? await findRefundReceipt(database, buyer.storeId, refundId)
      : [];
  const isOwn = receipt?.environment === buyer.environment && isOwnOrder(receipt, buyer);
  if (!receipt || !isOwn) throw portalErrors.notFound();
  return receipt;
}

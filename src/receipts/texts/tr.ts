import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const tr: Translation<typeof en> = {
  receipt: 'Makbuz',
  refundReceipt: 'İade makbuzu',
  testMark: 'Test: para hareketi olmadı',
  receiptNumber: 'Makbuz numarası',
  orderNumber: 'Sipariş numarası',
  datePaid: 'Ödeme tarihi',
  dateRefunded: 'İade tarihi',
  paidWith: 'Ödeme yöntemi',
  refundedTo: 'İade edilen yer',
  originalPayment: 'Asıl ödeme',
  card: '{last4} ile biten {brand}',
  seller: 'Satıcı',
  buyer: 'Fatura edilen',
  taxId: 'Vergi numarası: {taxId}',
  description: 'Açıklama',
  amount: 'Tutar',
  period: '{start} – {end}',
  subtotal: 'Ara toplam',
  tax: 'Vergi',
  total: 'Toplam',
  amountPaid: 'Ödenen tutar',
  amountRefunded: 'İade edilen tutar',
  questions: 'Sorularınız mı var? {email} adresine yazın',
};

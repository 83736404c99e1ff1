import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const ms: Translation<typeof en> = {
  receipt: 'Resit',
  refundReceipt: 'Resit bayaran balik',
  testMark: 'Ujian: tiada wang bergerak',
  receiptNumber: 'Nombor resit',
  orderNumber: 'Nombor pesanan',
  datePaid: 'Tarikh dibayar',
  dateRefunded: 'Tarikh dibayar balik',
  paidWith: 'Dibayar dengan',
  refundedTo: 'Dibayar balik ke',
  originalPayment: 'Bayaran asal',
  card: '{brand} berakhir dengan {last4}',
  seller: 'Penjual',
  buyer: 'Dibilkan kepada',
  taxId: 'ID cukai: {taxId}',
  description: 'Penerangan',
  amount: 'Amaun',
  period: '{start} hingga {end}',
  subtotal: 'Subjumlah',
  tax: 'Cukai',
  total: 'Jumlah',
  amountPaid: 'Amaun dibayar',
  amountRefunded: 'Amaun dibayar balik',
  questions: 'Ada soalan? Tulis kepada {email}',
};

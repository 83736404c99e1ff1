import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const id: Translation<typeof en> = {
  receipt: 'Kuitansi',
  refundReceipt: 'Kuitansi pengembalian dana',
  testMark: 'Uji coba: tidak ada uang yang berpindah',
  receiptNumber: 'Nomor kuitansi',
  orderNumber: 'Nomor pesanan',
  datePaid: 'Tanggal dibayar',
  dateRefunded: 'Tanggal dikembalikan',
  paidWith: 'Dibayar dengan',
  refundedTo: 'Dikembalikan ke',
  originalPayment: 'Pembayaran asal',
  card: '{brand} berakhiran {last4}',
  seller: 'Penjual',
  buyer: 'Ditagihkan kepada',
  taxId: 'NPWP: {taxId}',
  description: 'Deskripsi',
  amount: 'Jumlah',
  period: '{start} sampai {end}',
  subtotal: 'Subtotal',
  tax: 'Pajak',
  total: 'Total',
  amountPaid: 'Jumlah dibayar',
  amountRefunded: 'Jumlah dikembalikan',
  questions: 'Ada pertanyaan? Tulis ke {email}',
};

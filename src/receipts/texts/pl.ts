import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const pl: Translation<typeof en> = {
  receipt: 'Potwierdzenie',
  refundReceipt: 'Potwierdzenie zwrotu',
  testMark: 'Test: pieniądze nie zostały przekazane',
  receiptNumber: 'Numer potwierdzenia',
  orderNumber: 'Numer zamówienia',
  datePaid: 'Data płatności',
  dateRefunded: 'Data zwrotu',
  paidWith: 'Zapłacono przez',
  refundedTo: 'Zwrócono na',
  originalPayment: 'Pierwotna płatność',
  card: '{brand} z końcówką {last4}',
  seller: 'Sprzedawca',
  buyer: 'Nabywca',
  taxId: 'NIP: {taxId}',
  description: 'Opis',
  amount: 'Kwota',
  period: '{start} – {end}',
  subtotal: 'Suma częściowa',
  tax: 'Podatek',
  total: 'Razem',
  amountPaid: 'Zapłacono',
  amountRefunded: 'Zwrócono',
  questions: 'Pytania? Napisz na {email}',
};

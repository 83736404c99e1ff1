import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const es: Translation<typeof en> = {
  receipt: 'Recibo',
  refundReceipt: 'Recibo de reembolso',
  testMark: 'Prueba: no se ha movido dinero',
  receiptNumber: 'Número de recibo',
  orderNumber: 'Número de pedido',
  datePaid: 'Fecha de pago',
  dateRefunded: 'Fecha de reembolso',
  paidWith: 'Pagado con',
  refundedTo: 'Reembolsado a',
  originalPayment: 'Pago original',
  card: '{brand} terminada en {last4}',
  seller: 'Vendedor',
  buyer: 'Facturado a',
  taxId: 'Identificación fiscal: {taxId}',
  description: 'Descripción',
  amount: 'Importe',
  period: '{start} a {end}',
  subtotal: 'Subtotal',
  tax: 'Impuestos',
  total: 'Total',
  amountPaid: 'Importe pagado',
  amountRefunded: 'Importe reembolsado',
  questions: '¿Preguntas? Escribe a {email}',
};

import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const pt: Translation<typeof en> = {
  receipt: 'Recibo',
  refundReceipt: 'Recibo de reembolso',
  testMark: 'Teste: nenhum dinheiro foi movimentado',
  receiptNumber: 'Número do recibo',
  orderNumber: 'Número do pedido',
  datePaid: 'Data do pagamento',
  dateRefunded: 'Data do reembolso',
  paidWith: 'Pago com',
  refundedTo: 'Reembolsado em',
  originalPayment: 'Pagamento original',
  card: '{brand} com final {last4}',
  seller: 'Vendedor',
  buyer: 'Cobrado de',
  taxId: 'CPF/CNPJ: {taxId}',
  description: 'Descrição',
  amount: 'Valor',
  period: '{start} a {end}',
  subtotal: 'Subtotal',
  tax: 'Impostos',
  total: 'Total',
  amountPaid: 'Valor pago',
  amountRefunded: 'Valor reembolsado',
  questions: 'Dúvidas? Escreva para {email}',
};

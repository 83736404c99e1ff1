import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const ru: Translation<typeof en> = {
  receipt: 'Чек',
  refundReceipt: 'Чек на возврат',
  testMark: 'Тест: деньги не переводились',
  receiptNumber: 'Номер чека',
  orderNumber: 'Номер заказа',
  datePaid: 'Дата оплаты',
  dateRefunded: 'Дата возврата',
  paidWith: 'Способ оплаты',
  refundedTo: 'Возвращено на',
  originalPayment: 'Исходный платёж',
  card: '{brand}, последние цифры {last4}',
  seller: 'Продавец',
  buyer: 'Покупатель',
  taxId: 'ИНН: {taxId}',
  description: 'Описание',
  amount: 'Сумма',
  period: '{start} – {end}',
  subtotal: 'Промежуточный итог',
  tax: 'Налог',
  total: 'Итого',
  amountPaid: 'Оплачено',
  amountRefunded: 'Возвращено',
  questions: 'Вопросы? Пишите на {email}',
};

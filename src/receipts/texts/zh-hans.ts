import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const zhHans: Translation<typeof en> = {
  receipt: '收据',
  refundReceipt: '退款收据',
  testMark: '测试：没有真实资金往来',
  receiptNumber: '收据编号',
  orderNumber: '订单编号',
  datePaid: '付款日期',
  dateRefunded: '退款日期',
  paidWith: '付款方式',
  refundedTo: '退款至',
  originalPayment: '原付款',
  card: '{brand}，尾号 {last4}',
  seller: '卖方',
  buyer: '付款人',
  taxId: '税号：{taxId}',
  description: '项目',
  amount: '金额',
  period: '{start} 至 {end}',
  subtotal: '小计',
  tax: '税额',
  total: '合计',
  amountPaid: '已付金额',
  amountRefunded: '已退金额',
  questions: '如有疑问，请联系 {email}',
};

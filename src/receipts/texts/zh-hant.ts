import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const zhHant: Translation<typeof en> = {
  receipt: '收據',
  refundReceipt: '退款收據',
  testMark: '測試：沒有真實資金往來',
  receiptNumber: '收據編號',
  orderNumber: '訂單編號',
  datePaid: '付款日期',
  dateRefunded: '退款日期',
  paidWith: '付款方式',
  refundedTo: '退款至',
  originalPayment: '原付款',
  card: '{brand}，末四碼 {last4}',
  seller: '賣方',
  buyer: '付款人',
  taxId: '稅籍編號：{taxId}',
  description: '項目',
  amount: '金額',
  period: '{start} 至 {end}',
  subtotal: '小計',
  tax: '稅額',
  total: '合計',
  amountPaid: '已付金額',
  amountRefunded: '已退金額',
  questions: '如有疑問，請聯絡 {email}',
};

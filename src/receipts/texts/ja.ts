import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const ja: Translation<typeof en> = {
  receipt: '領収書',
  refundReceipt: '返金明細書',
  testMark: 'テスト：実際のお金は動いていません',
  receiptNumber: '領収書番号',
  orderNumber: '注文番号',
  datePaid: '支払日',
  dateRefunded: '返金日',
  paidWith: 'お支払い方法',
  refundedTo: '返金先',
  originalPayment: '元のお支払い',
  card: '{brand}（末尾 {last4}）',
  seller: '販売者',
  buyer: '請求先',
  taxId: '税務番号：{taxId}',
  description: '内容',
  amount: '金額',
  period: '{start}～{end}',
  subtotal: '小計',
  tax: '税',
  total: '合計',
  amountPaid: '支払額',
  amountRefunded: '返金額',
  questions: 'お問い合わせ：{email}',
};

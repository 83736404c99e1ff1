import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const ko: Translation<typeof en> = {
  receipt: '영수증',
  refundReceipt: '환불 영수증',
  testMark: '테스트: 실제 돈은 오가지 않았습니다',
  receiptNumber: '영수증 번호',
  orderNumber: '주문 번호',
  datePaid: '결제일',
  dateRefunded: '환불일',
  paidWith: '결제 수단',
  refundedTo: '환불 수단',
  originalPayment: '원래 결제',
  card: '{brand} 끝자리 {last4}',
  seller: '판매자',
  buyer: '청구 대상',
  taxId: '사업자 등록 번호: {taxId}',
  description: '내용',
  amount: '금액',
  period: '{start} ~ {end}',
  subtotal: '소계',
  tax: '세금',
  total: '합계',
  amountPaid: '결제 금액',
  amountRefunded: '환불 금액',
  questions: '문의: {email}',
};

import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const th: Translation<typeof en> = {
  receipt: 'ใบเสร็จรับเงิน',
  refundReceipt: 'ใบเสร็จการคืนเงิน',
  testMark: 'ทดสอบ: ไม่มีการเคลื่อนย้ายเงินจริง',
  receiptNumber: 'เลขที่ใบเสร็จ',
  orderNumber: 'หมายเลขคำสั่งซื้อ',
  datePaid: 'วันที่ชำระ',
  dateRefunded: 'วันที่คืนเงิน',
  paidWith: 'ชำระด้วย',
  refundedTo: 'คืนเงินไปยัง',
  originalPayment: 'การชำระเงินเดิม',
  card: '{brand} ลงท้ายด้วย {last4}',
  seller: 'ผู้ขาย',
  buyer: 'เรียกเก็บจาก',
  taxId: 'เลขประจำตัวผู้เสียภาษี: {taxId}',
  description: 'รายละเอียด',
  amount: 'จำนวนเงิน',
  period: '{start} ถึง {end}',
  subtotal: 'ยอดรวมย่อย',
  tax: 'ภาษี',
  total: 'ยอดรวม',
  amountPaid: 'จำนวนเงินที่ชำระ',
  amountRefunded: 'จำนวนเงินที่คืน',
  questions: 'มีคำถาม? เขียนถึง {email}',
};

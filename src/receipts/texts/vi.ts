import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const vi: Translation<typeof en> = {
  receipt: 'Biên nhận',
  refundReceipt: 'Biên nhận hoàn tiền',
  testMark: 'Thử nghiệm: không có tiền nào được chuyển',
  receiptNumber: 'Số biên nhận',
  orderNumber: 'Mã đơn hàng',
  datePaid: 'Ngày thanh toán',
  dateRefunded: 'Ngày hoàn tiền',
  paidWith: 'Thanh toán bằng',
  refundedTo: 'Hoàn tiền vào',
  originalPayment: 'Khoản thanh toán gốc',
  card: '{brand} kết thúc bằng {last4}',
  seller: 'Người bán',
  buyer: 'Người thanh toán',
  taxId: 'Mã số thuế: {taxId}',
  description: 'Mô tả',
  amount: 'Số tiền',
  period: '{start} đến {end}',
  subtotal: 'Tạm tính',
  tax: 'Thuế',
  total: 'Tổng cộng',
  amountPaid: 'Số tiền đã trả',
  amountRefunded: 'Số tiền đã hoàn',
  questions: 'Có câu hỏi? Viết tới {email}',
};

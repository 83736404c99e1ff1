import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const vi: Translation<typeof en> = {
  changeTitle: 'Đổi gói của bạn',
  changeFrom: 'Gói hiện tại',
  changeTo: 'Gói mới',
  changePer: {
    weekly: '{price} mỗi tuần',
    monthly: '{price} mỗi tháng',
    quarterly: '{price} mỗi 3 tháng',
    yearly: '{price} mỗi năm',
  },
  changeDetails: 'Số tiền bạn trả',
  changePrice: 'Giá gói mới',
  changeCredit: 'Thời gian chưa dùng của gói hiện tại',
  changeDiscount: 'Khoản khấu trừ',
  changeDueNow: 'Phải trả ngay',
  changeDueLater: 'Phải trả vào {day}',
  changeNext: 'Lần thanh toán tiếp theo',
  changeNextOn: '{price} vào {day}',
  changeNow: 'Gói mới bắt đầu ngay và thay thế gói hiện tại.',
  changeLater: 'Bạn giữ gói hiện tại đến {day}. Trước đó không bị tính phí.',
  changeForfeit:
    'Thời gian chưa dùng có giá trị cao hơn gói mới. Phần chênh lệch {price} không được hoàn lại.',
  changePayWith: 'Phương thức thanh toán',
  changeSavedMethod: 'Phương thức thanh toán của gói đăng ký',
  changeOtherCard: 'Thẻ khác',
  changeConfirmPay: 'Xác nhận và trả {price}',
  changeConfirm: 'Xác nhận thay đổi',
  changeConfirming: 'Đang đổi gói…',
  changeOtherAmount: 'Số tiền phải trả đã thay đổi. Hãy xem lại và xác nhận lần nữa.',
  changedTitle: 'Gói của bạn đã được đổi',
  changedText: 'Hiện bạn đang đăng ký {product}. Cảm ơn bạn.',
  changeScheduledTitle: 'Gói của bạn sẽ thay đổi',
  changeScheduledText: 'Từ {day}, bạn đăng ký {product}. Cảm ơn bạn.',
  changePendingTitle: 'Thanh toán của bạn đang được xử lý',
  changePendingText: 'Gói sẽ đổi ngay khi thanh toán hoàn tất. Hãy tải lại trang này sau giây lát.',
  changeExpiredText: 'Chưa có gì thay đổi. Hãy quay lại {store} và bắt đầu lại.',
  changeImpossibleTitle: 'Hiện không thể đổi gói này',
  changeImpossibleText:
    'Gói đăng ký đã kết thúc, sắp kết thúc hoặc còn khoản chưa thanh toán. Hãy hỏi {store}.',
};

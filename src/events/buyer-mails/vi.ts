import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const vi: Translation<typeof en> = {
  testMark: '[Thử nghiệm]',
  footer: 'Được gửi thay mặt {store}.',
  purchase: 'đơn hàng của bạn',
  methods: { card: 'Thẻ', applepay: 'Apple Pay', googlepay: 'Google Pay', wechat: 'WeChat Pay' },
  rows: {
    product: 'Sản phẩm',
    amount: 'Số tiền',
    refunded: 'Đã hoàn lại',
    paidWith: 'Thanh toán bằng',
    date: 'Ngày',
    period: 'Kỳ hiện tại',
    nextCharge: 'Lần tính phí tiếp theo',
    reason: 'Lý do',
    order: 'Đơn hàng',
  },
  reasons: {
    card_declined: 'Ngân hàng của bạn đã từ chối thẻ.',
    insufficient_funds: 'Thẻ không đủ số dư.',
    expired_card: 'Thẻ đã hết hạn.',
    incorrect_cvc: 'Mã bảo mật không khớp với thẻ.',
  },
  'order.completed': {
    subject: 'Đơn hàng của bạn từ {store}',
    heading: 'Cảm ơn bạn đã đặt hàng',
    text: 'Chúng tôi đã nhận được khoản thanh toán cho {product}.',
  },
  'subscription.activated': {
    subject: 'Gói đăng ký {product} của bạn tại {store}',
    heading: 'Gói đăng ký của bạn đã bắt đầu',
    text: 'Gói tự động gia hạn vào cuối mỗi kỳ cho đến khi bạn hủy.',
  },
  trial_started: {
    subject: 'Bạn đang dùng thử miễn phí {product} tại {store}',
    heading: 'Bạn đã bắt đầu dùng thử miễn phí',
    text: 'Bạn sẽ bị tính phí khi hết thời gian dùng thử, trừ khi hủy trước đó.',
  },
  'subscription.renewed': {
    subject: 'Gói đăng ký của bạn tại {store} đã được gia hạn',
    heading: 'Gói đăng ký của bạn đã được gia hạn',
    text: 'Chúng tôi đã nhận được khoản thanh toán cho {product}.',
  },
  'subscription.canceling': {
    subject: 'Yêu cầu hủy của bạn tại {store}',
    heading: 'Gói đăng ký của bạn đã được hủy',
    text: 'Bạn vẫn dùng được {product} đến hết kỳ. Sẽ không có khoản phí nào nữa.',
  },
  'subscription.plan_changed': {
    subject: 'Gói của bạn tại {store} đã thay đổi',
    heading: 'Gói của bạn đã thay đổi',
    text: 'Hiện bạn đang đăng ký {product}.',
  },
  'subscription.plan_change_scheduled': {
    subject: 'Gói của bạn tại {store} sẽ thay đổi',
    heading: 'Gói của bạn sẽ thay đổi',
    text: '{product} sẽ thay cho {current} vào {date}. Cho đến lúc đó không có gì thay đổi.',
  },
  'subscription.plan_change_withdrawn': {
    subject: 'Gói của bạn tại {store} vẫn giữ nguyên',
    heading: 'Gói của bạn vẫn giữ nguyên',
    text: 'Việc chuyển sang {product} sẽ không diễn ra. Bạn vẫn đăng ký {current}.',
  },
  'subscription.plan_change_failed': {
    subject: 'Không thể thay đổi gói của bạn tại {store}',
    heading: 'Không thể thay đổi gói của bạn',
    text: 'Chúng tôi không thể thu tiền cho {product}. Bạn vẫn đăng ký {current}.',
  },
  'subscription.canceled': {
    subject: 'Gói đăng ký của bạn tại {store} đã kết thúc',
    heading: 'Gói đăng ký của bạn đã kết thúc',
    text: 'Quyền truy cập {product} của bạn đã kết thúc.',
  },
  'subscription.past_due': {
    subject: 'Thanh toán của bạn cho {store} không thành công',
    heading: 'Thanh toán của bạn không thành công',
    text: 'Chúng tôi không thể thu tiền cho {product}. Chúng tôi sẽ thử lại trong vài ngày tới.',
  },
  'refund.succeeded': {
    subject: 'Khoản hoàn tiền của bạn từ {store}',
    heading: 'Khoản hoàn tiền đang được chuyển',
    text: '{refunded} cho {product} sẽ được hoàn về phương thức bạn đã thanh toán.',
  },
  'subscription.trial_ending': {
    subject: 'Thời gian dùng thử tại {store} sắp kết thúc',
    heading: 'Thời gian dùng thử sắp kết thúc',
    text: 'Sau đó, {product} có giá {amount} mỗi kỳ. Hãy hủy trước để không phải trả gì.',
  },
  'subscription.upcoming_charge': {
    subject: 'Gói đăng ký của bạn tại {store} sắp gia hạn',
    heading: 'Gói đăng ký của bạn sắp gia hạn',
    text: '{amount} sẽ được tính cho {product}.',
  },
  openPortal: 'Đơn hàng và biên nhận của bạn',
  'portal.link': {
    subject: 'Liên kết của bạn tới {store}',
    heading: 'Xem đơn hàng của bạn',
    text: 'Nhấn nút để xem đơn hàng và biên nhận của bạn tại {store}. Liên kết dùng được một lần, trong 30 phút. Nếu bạn không yêu cầu, hãy bỏ qua thư này.',
  },
};

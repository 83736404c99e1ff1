import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const zhHans: Translation<typeof en> = {
  testMark: '[测试]',
  footer: '本邮件代表 {store} 发送。',
  purchase: '您购买的商品',
  methods: { card: '银行卡', applepay: 'Apple Pay', googlepay: 'Google Pay', wechat: '微信支付' },
  rows: {
    product: '商品',
    amount: '金额',
    refunded: '退款金额',
    paidWith: '付款方式',
    date: '日期',
    period: '当前周期',
    nextCharge: '下次扣款',
    reason: '原因',
    order: '订单号',
  },
  reasons: {
    card_declined: '发卡银行拒绝了此卡。',
    insufficient_funds: '卡内余额不足。',
    expired_card: '此卡已过期。',
    incorrect_cvc: '安全码与卡片不符。',
  },
  'order.completed': {
    subject: '您在 {store} 的订单',
    heading: '感谢您的订购',
    text: '我们已收到您为{product}支付的款项。',
  },
  'subscription.activated': {
    subject: '您在 {store} 的{product}订阅',
    heading: '您的订阅已开始',
    text: '每个周期结束时会自动续订，直至您取消。',
  },
  trial_started: {
    subject: '您在 {store} 的{product}免费试用',
    heading: '您的免费试用已开始',
    text: '试用结束时将扣款，除非您提前取消。',
  },
  'subscription.renewed': {
    subject: '您在 {store} 的订阅已续订',
    heading: '您的订阅已续订',
    text: '我们已收到您为{product}支付的款项。',
  },
  'subscription.canceling': {
    subject: '您在 {store} 的取消申请',
    heading: '您的订阅已取消',
    text: '在当前周期结束前，您仍可使用{product}。之后不再扣款。',
  },
  'subscription.plan_changed': {
    subject: '您在 {store} 的方案已更改',
    heading: '您的方案已更改',
    text: '您现在订阅的是{product}。',
  },
  'subscription.plan_change_scheduled': {
    subject: '您在 {store} 的方案即将更改',
    heading: '您的方案即将更改',
    text: '{date}起，{product}将取代{current}。在此之前一切不变。',
  },
  'subscription.plan_change_withdrawn': {
    subject: '您在 {store} 的方案保持不变',
    heading: '您的方案保持不变',
    text: '不会更改为{product}。您仍订阅{current}。',
  },
  'subscription.plan_change_failed': {
    subject: '您在 {store} 的方案未能更改',
    heading: '您的方案未能更改',
    text: '我们未能收取{product}的费用。您仍订阅{current}。',
  },
  'subscription.canceled': {
    subject: '您在 {store} 的订阅已结束',
    heading: '您的订阅已结束',
    text: '您对{product}的使用权已结束。',
  },
  'subscription.past_due': {
    subject: '您向 {store} 的付款失败',
    heading: '您的付款失败',
    text: '我们未能收取{product}的费用，将在未来几天内重试。',
  },
  'refund.succeeded': {
    subject: '来自 {store} 的退款',
    heading: '您的退款正在处理',
    text: '{product}的 {refunded} 将退回您的付款方式。',
  },
  'subscription.trial_ending': {
    subject: '您在 {store} 的试用即将结束',
    heading: '您的试用即将结束',
    text: '之后，{product}每个周期收费 {amount}。如不想付费，请提前取消。',
  },
  'subscription.upcoming_charge': {
    subject: '您在 {store} 的订阅即将续订',
    heading: '您的订阅即将续订',
    text: '将为{product}扣款 {amount}。',
  },
  openPortal: '您的订单和收据',
  'portal.link': {
    subject: '前往 {store} 的链接',
    heading: '查看您的订单',
    text: '点击按钮即可查看您在 {store} 的订单和收据。链接只能使用一次，30 分钟内有效。如果不是您本人的请求，请忽略此邮件。',
  },
};

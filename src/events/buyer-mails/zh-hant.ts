import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const zhHant: Translation<typeof en> = {
  testMark: '[測試]',
  footer: '本郵件代表 {store} 寄送。',
  purchase: '您購買的商品',
  methods: { card: '信用卡', applepay: 'Apple Pay', googlepay: 'Google Pay', wechat: '微信支付' },
  rows: {
    product: '商品',
    amount: '金額',
    refunded: '退款金額',
    paidWith: '付款方式',
    date: '日期',
    period: '目前週期',
    nextCharge: '下次扣款',
    reason: '原因',
    order: '訂單編號',
  },
  reasons: {
    card_declined: '發卡銀行拒絕了此卡。',
    insufficient_funds: '卡片餘額不足。',
    expired_card: '此卡已過期。',
    incorrect_cvc: '安全碼與卡片不符。',
  },
  'order.completed': {
    subject: '您在 {store} 的訂單',
    heading: '感謝您的訂購',
    text: '我們已收到您為{product}支付的款項。',
  },
  'subscription.activated': {
    subject: '您在 {store} 的{product}訂閱',
    heading: '您的訂閱已開始',
    text: '每個週期結束時會自動續訂，直到您取消為止。',
  },
  trial_started: {
    subject: '您在 {store} 的{product}免費試用',
    heading: '您的免費試用已開始',
    text: '試用結束時將收費，除非您提前取消。',
  },
  'subscription.renewed': {
    subject: '您在 {store} 的訂閱已續訂',
    heading: '您的訂閱已續訂',
    text: '我們已收到您為{product}支付的款項。',
  },
  'subscription.canceling': {
    subject: '您在 {store} 的取消申請',
    heading: '您的訂閱已取消',
    text: '在目前週期結束前，您仍可使用{product}。之後不再收費。',
  },
  'subscription.plan_changed': {
    subject: '您在 {store} 的方案已變更',
    heading: '您的方案已變更',
    text: '您現在訂閱的是{product}。',
  },
  'subscription.plan_change_scheduled': {
    subject: '您在 {store} 的方案即將變更',
    heading: '您的方案即將變更',
    text: '{date}起，{product}將取代{current}。在此之前一切不變。',
  },
  'subscription.plan_change_withdrawn': {
    subject: '您在 {store} 的方案維持不變',
    heading: '您的方案維持不變',
    text: '不會變更為{product}。您仍訂閱{current}。',
  },
  'subscription.plan_change_failed': {
    subject: '您在 {store} 的方案未能變更',
    heading: '您的方案未能變更',
    text: '我們未能收取{product}的費用。您仍訂閱{current}。',
  },
  'subscription.canceled': {
    subject: '您在 {store} 的訂閱已結束',
    heading: '您的訂閱已結束',
    text: '您對{product}的使用權已結束。',
  },
  'subscription.past_due': {
    subject: '您向 {store} 的付款失敗',
    heading: '您的付款失敗',
    text: '我們未能收取{product}的費用，將在未來幾天內再試一次。',
  },
  'refund.succeeded': {
    subject: '來自 {store} 的退款',
    heading: '您的退款正在處理',
    text: '{product}的 {refunded} 將退回您的付款方式。',
  },
  'subscription.trial_ending': {
    subject: '您在 {store} 的試用即將結束',
    heading: '您的試用即將結束',
    text: '之後，{product}每個週期收費 {amount}。如不想付費，請提前取消。',
  },
  'subscription.upcoming_charge': {
    subject: '您在 {store} 的訂閱即將續訂',
    heading: '您的訂閱即將續訂',
    text: '將為{product}收取 {amount}。',
  },
  openPortal: '您的訂單與收據',
  'portal.link': {
    subject: '前往 {store} 的連結',
    heading: '查看您的訂單',
    text: '按下按鈕即可查看您在 {store} 的訂單與收據。連結只能使用一次，30 分鐘內有效。若非您本人要求，請忽略此郵件。',
  },
};

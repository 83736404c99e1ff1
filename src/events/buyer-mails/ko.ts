import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const ko: Translation<typeof en> = {
  testMark: '[테스트]',
  footer: '{store}을(를) 대신하여 보낸 메일입니다.',
  purchase: '구매하신 상품',
  methods: { card: '카드', applepay: 'Apple Pay', googlepay: 'Google Pay', wechat: 'WeChat Pay' },
  rows: {
    product: '상품',
    amount: '금액',
    refunded: '환불 금액',
    paidWith: '결제 수단',
    date: '날짜',
    period: '현재 이용 기간',
    nextCharge: '다음 청구일',
    reason: '사유',
    order: '주문 번호',
  },
  reasons: {
    card_declined: '카드사에서 카드를 거절했습니다.',
    insufficient_funds: '카드 잔액이 부족합니다.',
    expired_card: '카드 유효기간이 지났습니다.',
    incorrect_cvc: '보안 코드가 카드와 일치하지 않습니다.',
  },
  'order.completed': {
    subject: '{store} 주문 안내',
    heading: '주문해 주셔서 감사합니다',
    text: '{product} 결제가 완료되었습니다.',
  },
  'subscription.activated': {
    subject: '{store}의 {product} 구독 안내',
    heading: '구독이 시작되었습니다',
    text: '해지할 때까지 이용 기간이 끝날 때마다 자동으로 갱신됩니다.',
  },
  trial_started: {
    subject: '{store}의 {product} 무료 체험 안내',
    heading: '무료 체험이 시작되었습니다',
    text: '그 전에 해지하지 않으면 체험이 끝날 때 요금이 청구됩니다.',
  },
  'subscription.renewed': {
    subject: '{store} 구독이 갱신되었습니다',
    heading: '구독이 갱신되었습니다',
    text: '{product} 결제가 완료되었습니다.',
  },
  'subscription.canceling': {
    subject: '{store} 해지 안내',
    heading: '구독이 해지되었습니다',
    text: '이용 기간이 끝날 때까지 {product}을(를) 이용할 수 있습니다. 더 이상 청구되지 않습니다.',
  },
  'subscription.plan_changed': {
    subject: '{store} 요금제가 변경되었습니다',
    heading: '요금제가 변경되었습니다',
    text: '현재 {product}을(를) 구독 중입니다.',
  },
  'subscription.plan_change_scheduled': {
    subject: '{store} 요금제가 변경될 예정입니다',
    heading: '요금제가 변경될 예정입니다',
    text: '{date}에 {current}에서 {product}(으)로 변경됩니다. 그때까지는 아무것도 바뀌지 않습니다.',
  },
  'subscription.plan_change_withdrawn': {
    subject: '{store} 요금제가 그대로 유지됩니다',
    heading: '요금제가 그대로 유지됩니다',
    text: '{product}(으)로의 변경은 진행되지 않습니다. {current} 구독이 유지됩니다.',
  },
  'subscription.plan_change_failed': {
    subject: '{store} 요금제를 변경하지 못했습니다',
    heading: '요금제를 변경하지 못했습니다',
    text: '{product} 요금을 청구하지 못했습니다. {current} 구독이 유지됩니다.',
  },
  'subscription.canceled': {
    subject: '{store} 구독이 종료되었습니다',
    heading: '구독이 종료되었습니다',
    text: '{product} 이용이 종료되었습니다.',
  },
  'subscription.past_due': {
    subject: '{store} 결제에 실패했습니다',
    heading: '결제에 실패했습니다',
    text: '{product} 요금을 청구하지 못했습니다. 며칠 안에 다시 시도하겠습니다.',
  },
  'refund.succeeded': {
    subject: '{store} 환불 안내',
    heading: '환불이 진행 중입니다',
    text: '{product}에 대한 {refunded}이(가) 결제하신 수단으로 환불됩니다.',
  },
  'subscription.trial_ending': {
    subject: '{store} 체험이 곧 종료됩니다',
    heading: '체험이 곧 종료됩니다',
    text: '이후 {product} 요금은 기간당 {amount}입니다. 결제를 원하지 않으면 그 전에 해지하세요.',
  },
  'subscription.upcoming_charge': {
    subject: '{store} 구독이 곧 갱신됩니다',
    heading: '구독이 곧 갱신됩니다',
    text: '{product} 요금으로 {amount}이(가) 청구됩니다.',
  },
  openPortal: '주문과 영수증',
  'portal.link': {
    subject: '{store} 링크',
    heading: '주문 보기',
    text: '버튼을 누르면 {store}의 주문과 영수증을 볼 수 있습니다. 링크는 30분 동안 한 번만 사용할 수 있습니다. 요청하지 않았다면 이 메일을 무시하세요.',
  },
};

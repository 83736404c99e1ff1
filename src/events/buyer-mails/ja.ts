import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const ja: Translation<typeof en> = {
  testMark: '[テスト]',
  footer: 'このメールは{store}に代わって送信されています。',
  purchase: 'ご購入の商品',
  methods: { card: 'カード', applepay: 'Apple Pay', googlepay: 'Google Pay', wechat: 'WeChat Pay' },
  rows: {
    product: '商品',
    amount: '金額',
    refunded: '返金額',
    paidWith: 'お支払い方法',
    date: '日付',
    period: '現在の期間',
    nextCharge: '次回の請求日',
    reason: '理由',
    order: '注文番号',
  },
  reasons: {
    card_declined: 'カード会社がお支払いを承認しませんでした。',
    insufficient_funds: 'カードの残高または利用可能額が不足しています。',
    expired_card: 'カードの有効期限が切れています。',
    incorrect_cvc: 'セキュリティコードがカードと一致しません。',
  },
  'order.completed': {
    subject: '{store}でのご注文',
    heading: 'ご注文ありがとうございます',
    text: '{product}のお支払いを受け付けました。',
  },
  'subscription.activated': {
    subject: '{store}の{product}のお申し込み',
    heading: 'サブスクリプションが始まりました',
    text: '解約されるまで、各期間の終わりに自動で更新されます。',
  },
  trial_started: {
    subject: '{store}の{product}の無料トライアル',
    heading: '無料トライアルが始まりました',
    text: '事前に解約されない場合、トライアル終了時に料金が請求されます。',
  },
  'subscription.renewed': {
    subject: '{store}のサブスクリプションが更新されました',
    heading: 'サブスクリプションが更新されました',
    text: '{product}のお支払いを受け付けました。',
  },
  'subscription.canceling': {
    subject: '{store}での解約のお知らせ',
    heading: 'サブスクリプションを解約しました',
    text: '期間の終わりまで{product}をご利用いただけます。今後の請求はありません。',
  },
  'subscription.plan_changed': {
    subject: '{store}のプランが変更されました',
    heading: 'プランが変更されました',
    text: '現在のご契約は{product}です。',
  },
  'subscription.plan_change_scheduled': {
    subject: '{store}のプランが変更される予定です',
    heading: 'プランが変更される予定です',
    text: '{date}に{current}から{product}へ切り替わります。それまでは何も変わりません。',
  },
  'subscription.plan_change_withdrawn': {
    subject: '{store}のプランはそのままです',
    heading: 'プランはそのままです',
    text: '{product}への変更は行われません。引き続き{current}をご利用いただけます。',
  },
  'subscription.plan_change_failed': {
    subject: '{store}のプランを変更できませんでした',
    heading: 'プランを変更できませんでした',
    text: '{product}の料金を請求できませんでした。引き続き{current}をご利用いただけます。',
  },
  'subscription.canceled': {
    subject: '{store}のサブスクリプションが終了しました',
    heading: 'サブスクリプションが終了しました',
    text: '{product}のご利用は終了しました。',
  },
  'subscription.past_due': {
    subject: '{store}へのお支払いができませんでした',
    heading: 'お支払いができませんでした',
    text: '{product}の料金を請求できませんでした。数日中に再度お試しします。',
  },
  'refund.succeeded': {
    subject: '{store}からの返金',
    heading: '返金の手続きを行いました',
    text: '{product}の{refunded}が、お支払いに使われた方法へ返金されます。',
  },
  'subscription.trial_ending': {
    subject: '{store}のトライアルがまもなく終了します',
    heading: 'トライアルがまもなく終了します',
    text: '終了後、{product}は1期間あたり{amount}です。お支払いを避けるには、それまでに解約してください。',
  },
  'subscription.upcoming_charge': {
    subject: '{store}のサブスクリプションがまもなく更新されます',
    heading: 'サブスクリプションがまもなく更新されます',
    text: '{product}の料金として{amount}が請求されます。',
  },
  openPortal: 'ご注文と領収書',
  'portal.link': {
    subject: '{store} へのリンク',
    heading: 'ご注文の確認',
    text: 'ボタンを押すと、{store} でのご注文と領収書をご覧いただけます。リンクは1回限り、30分間有効です。お心当たりがない場合は、このメールを無視してください。',
  },
};

import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const ja: Translation<typeof en> = {
  changeTitle: 'プランの変更',
  changeFrom: '現在のプラン',
  changeTo: '新しいプラン',
  changePer: {
    weekly: '毎週{price}',
    monthly: '毎月{price}',
    quarterly: '3か月ごとに{price}',
    yearly: '毎年{price}',
  },
  changeDetails: 'お支払いの内訳',
  changePrice: '新しいプランの料金',
  changeCredit: '現在のプランの未使用期間分',
  changeDiscount: 'クレジット',
  changeDueNow: '今回のお支払い',
  changeDueLater: '{day}のお支払い',
  changeNext: '次回のお支払い',
  changeNextOn: '{day}に{price}',
  changeNow: '新しいプランはすぐに始まり、現在のプランと入れ替わります。',
  changeLater: '{day}までは現在のプランをご利用いただけます。それまで請求はありません。',
  changeForfeit:
    '未使用期間分が新しいプランの料金を上回っています。差額の{price}は返金されません。',
  changePayWith: 'お支払い方法',
  changeSavedMethod: 'サブスクリプションに登録されたお支払い方法',
  changeOtherCard: '別のカード',
  changeConfirmPay: '確定して{price}を支払う',
  changeConfirm: '変更を確定する',
  changeConfirming: 'プランを変更しています…',
  changeOtherAmount: 'お支払い金額が変わりました。ご確認のうえ、もう一度確定してください。',
  changedTitle: 'プランを変更しました',
  changedText: '現在のご契約は{product}です。ありがとうございます。',
  changeScheduledTitle: 'プランの変更を受け付けました',
  changeScheduledText: '{day}から{product}のご契約になります。ありがとうございます。',
  changePendingTitle: 'お支払いを処理しています',
  changePendingText:
    'お支払いが完了すると、プランが変更されます。しばらくしてから再読み込みしてください。',
  changeExpiredText: '変更は行われていません。{store}に戻り、最初からお手続きください。',
  changeImpossibleTitle: '現在、このプランは変更できません',
  changeImpossibleText:
    'サブスクリプションが終了したか、まもなく終了するか、未払いがあります。{store}にお問い合わせください。',
};

// Generated from en.json by `npm run docs:generate`.
import type { Values } from '../../kit/messages.ts';

export interface PlanChangeTexts {
  readonly changeTitle: string;
  readonly changeFrom: string;
  readonly changeTo: string;
  readonly changePer: {
    readonly weekly: (values: Values<'price'>) => string;
    readonly monthly: (values: Values<'price'>) => string;
    readonly quarterly: (values: Values<'price'>) => string;
    readonly yearly: (values: Values<'price'>) => string;
  };
  readonly changeDetails: string;
  readonly changePrice: string;
  readonly changeCredit: string;
  readonly changeDiscount: string;
  readonly changeDueNow: string;
  readonly changeDueLater: (values: Values<'day'>) => string;
  readonly changeNext: string;
  readonly changeNextOn: (values: Values<'day' | 'price'>) => string;
  readonly changeNow: string;
  readonly changeLater: (values: Values<'day'>) => string;
  readonly changeForfeit: (values: Values<'price'>) => string;
  readonly changePayWith: string;
  readonly changeSavedMethod: string;
  readonly changeOtherCard: string;
  readonly changeConfirmPay: (values: Values<'price'>) => string;
  readonly changeConfirm: string;
  readonly changeConfirming: string;
  readonly changeOtherAmount: string;
  readonly changedTitle: string;
  readonly changedText: (values: Values<'product'>) => string;
  readonly changeScheduledTitle: string;
  readonly changeScheduledText: (values: Values<'day' | 'product'>) => string;
  readonly changePendingTitle: string;
  readonly changePendingText: string;
  readonly changeExpiredText: (values: Values<'store'>) => string;
  readonly changeImpossibleTitle: string;
  readonly changeImpossibleText: (values: Values<'store'>) => string;
}

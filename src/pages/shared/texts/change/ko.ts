import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const ko: Translation<typeof en> = {
  changeTitle: '요금제 변경',
  changeFrom: '현재 요금제',
  changeTo: '새 요금제',
  changePer: {
    weekly: '매주 {price}',
    monthly: '매월 {price}',
    quarterly: '3개월마다 {price}',
    yearly: '매년 {price}',
  },
  changeDetails: '결제 내역',
  changePrice: '새 요금제 가격',
  changeCredit: '현재 요금제의 남은 기간',
  changeDiscount: '크레딧',
  changeDueNow: '지금 결제할 금액',
  changeDueLater: '{day} 결제 금액',
  changeNext: '다음 결제',
  changeNextOn: '{day}에 {price}',
  changeNow: '새 요금제가 바로 시작되며 현재 요금제를 대체합니다.',
  changeLater: '{day}까지 현재 요금제가 유지됩니다. 그 전에는 청구되지 않습니다.',
  changeForfeit:
    '남은 기간의 금액이 새 요금제 가격보다 큽니다. 차액 {price}은(는) 환불되지 않습니다.',
  changePayWith: '결제 수단',
  changeSavedMethod: '구독에 등록된 결제 수단',
  changeOtherCard: '다른 카드',
  changeConfirmPay: '확인 후 {price} 결제',
  changeConfirm: '변경 확인',
  changeConfirming: '요금제를 변경하는 중…',
  changeOtherAmount: '결제할 금액이 변경되었습니다. 확인한 후 다시 진행하세요.',
  changedTitle: '요금제가 변경되었습니다',
  changedText: '현재 {product}을(를) 구독 중입니다. 감사합니다.',
  changeScheduledTitle: '요금제가 변경될 예정입니다',
  changeScheduledText: '{day}부터 {product}을(를) 구독하게 됩니다. 감사합니다.',
  changePendingTitle: '결제를 처리하고 있습니다',
  changePendingText:
    '결제가 완료되면 바로 요금제가 변경됩니다. 잠시 후 이 페이지를 새로 고침하세요.',
  changeExpiredText: '변경된 내용이 없습니다. {store}(으)로 돌아가 다시 시작하세요.',
  changeImpossibleTitle: '지금은 이 요금제를 변경할 수 없습니다',
  changeImpossibleText:
    '구독이 종료되었거나 곧 종료되거나 미납 금액이 있습니다. {store}에 문의하세요.',
};

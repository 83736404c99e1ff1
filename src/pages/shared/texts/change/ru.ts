import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const ru: Translation<typeof en> = {
  changeTitle: 'Смена тарифа',
  changeFrom: 'Текущий тариф',
  changeTo: 'Новый тариф',
  changePer: {
    weekly: '{price} каждую неделю',
    monthly: '{price} каждый месяц',
    quarterly: '{price} каждые 3 месяца',
    yearly: '{price} каждый год',
  },
  changeDetails: 'Сколько вы платите',
  changePrice: 'Цена нового тарифа',
  changeCredit: 'Неиспользованное время текущего тарифа',
  changeDiscount: 'Скидка',
  changeDueNow: 'К оплате сейчас',
  changeDueLater: 'К оплате {day}',
  changeNext: 'Следующий платёж',
  changeNextOn: '{price}, {day}',
  changeNow: 'Новый тариф начнётся сразу и заменит текущий.',
  changeLater: 'Текущий тариф действует до {day}. До этого ничего не спишется.',
  changeForfeit:
    'Неиспользованное время стоит больше нового тарифа. Разница {price} не возвращается.',
  changePayWith: 'Способ оплаты',
  changeSavedMethod: 'Способ оплаты вашей подписки',
  changeOtherCard: 'Другая карта',
  changeConfirmPay: 'Подтвердить и оплатить {price}',
  changeConfirm: 'Подтвердить смену',
  changeConfirming: 'Тариф меняется…',
  changeOtherAmount: 'Сумма к оплате изменилась. Посмотрите её и подтвердите ещё раз.',
  changedTitle: 'Тариф изменён',
  changedText: 'Теперь ваша подписка: {product}. Спасибо.',
  changeScheduledTitle: 'Тариф будет изменён',
  changeScheduledText: 'Ваша подписка с {day}: {product}. Спасибо.',
  changePendingTitle: 'Платёж обрабатывается',
  changePendingText: 'Тариф изменится, как только пройдёт платёж. Обновите страницу через минуту.',
  changeExpiredText: 'Ничего не изменено. Вернитесь в магазин {store} и начните заново.',
  changeImpossibleTitle: 'Сейчас этот тариф нельзя сменить',
  changeImpossibleText:
    'Подписка закончилась, скоро закончится или по ней есть задолженность. Обратитесь в магазин {store}.',
};

import type { Translation } from '../../kit/messages.ts';
import type { en } from './en.ts';

export const ru: Translation<typeof en> = {
  testMark: '[Тест]',
  footer: 'Отправлено от имени магазина {store}.',
  purchase: 'ваша покупка',
  methods: { card: 'Карта', applepay: 'Apple Pay', googlepay: 'Google Pay', wechat: 'WeChat Pay' },
  rows: {
    product: 'Товар',
    amount: 'Сумма',
    refunded: 'Возвращено',
    paidWith: 'Способ оплаты',
    date: 'Дата',
    period: 'Текущий период',
    nextCharge: 'Следующее списание',
    reason: 'Причина',
    order: 'Заказ',
  },
  reasons: {
    card_declined: 'Банк отклонил карту.',
    insufficient_funds: 'На карте недостаточно средств.',
    expired_card: 'Срок действия карты истёк.',
    incorrect_cvc: 'Код безопасности не совпадает с кодом на карте.',
  },
  'order.completed': {
    subject: 'Ваш заказ в магазине {store}',
    heading: 'Спасибо за заказ',
    text: 'Мы получили оплату: {product}.',
  },
  'subscription.activated': {
    subject: 'Ваша подписка в магазине {store}: {product}',
    heading: 'Подписка началась',
    text: 'Она продлевается автоматически в конце каждого периода, пока вы её не отмените.',
  },
  trial_started: {
    subject: 'Ваш бесплатный период в магазине {store}: {product}',
    heading: 'Бесплатный период начался',
    text: 'Оплата спишется, когда он закончится, если вы не отмените подписку раньше.',
  },
  'subscription.renewed': {
    subject: 'Ваша подписка в магазине {store} продлена',
    heading: 'Подписка продлена',
    text: 'Мы получили оплату: {product}.',
  },
  'subscription.canceling': {
    subject: 'Отмена подписки в магазине {store}',
    heading: 'Подписка отменена',
    text: 'Доступ сохраняется до конца периода: {product}. Больше ничего не спишется.',
  },
  'subscription.plan_changed': {
    subject: 'Ваш тариф в магазине {store} изменён',
    heading: 'Тариф изменён',
    text: 'Теперь ваша подписка: {product}.',
  },
  'subscription.plan_change_scheduled': {
    subject: 'Ваш тариф в магазине {store} скоро изменится',
    heading: 'Тариф скоро изменится',
    text: 'Дата смены: {date}. Вместо тарифа «{current}» начнёт действовать «{product}». До этого ничего не меняется.',
  },
  'subscription.plan_change_withdrawn': {
    subject: 'Ваш тариф в магазине {store} остаётся прежним',
    heading: 'Тариф остаётся прежним',
    text: 'Смены на «{product}» не будет. Ваша подписка по-прежнему: {current}.',
  },
  'subscription.plan_change_failed': {
    subject: 'Не удалось сменить тариф в магазине {store}',
    heading: 'Не удалось сменить тариф',
    text: 'Не получилось списать оплату: {product}. Ваша подписка по-прежнему: {current}.',
  },
  'subscription.canceled': {
    subject: 'Ваша подписка в магазине {store} закончилась',
    heading: 'Подписка закончилась',
    text: 'Доступ закрыт: {product}.',
  },
  'subscription.past_due': {
    subject: 'Не удалось оплатить подписку в магазине {store}',
    heading: 'Не удалось списать оплату',
    text: 'Не получилось списать оплату: {product}. Мы попробуем ещё раз в ближайшие дни.',
  },
  'refund.succeeded': {
    subject: 'Возврат от магазина {store}',
    heading: 'Возврат уже в пути',
    text: '{refunded} вернутся тем же способом, которым вы платили: {product}.',
  },
  'subscription.trial_ending': {
    subject: 'Пробный период в магазине {store} скоро закончится',
    heading: 'Пробный период скоро закончится',
    text: 'После него цена за период составит {amount}: {product}. Отмените заранее, чтобы ничего не платить.',
  },
  'subscription.upcoming_charge': {
    subject: 'Подписка в магазине {store} скоро продлится',
    heading: 'Подписка скоро продлится',
    text: 'Спишется {amount}: {product}.',
  },
  openPortal: 'Ваши заказы и чеки',
  'portal.link': {
    subject: 'Ваша ссылка в {store}',
    heading: 'Посмотрите свои заказы',
    text: 'Нажмите кнопку, чтобы увидеть свои заказы и чеки в {store}. Ссылка работает один раз, в течение 30 минут. Если вы её не запрашивали, просто не обращайте внимания на это письмо.',
  },
};

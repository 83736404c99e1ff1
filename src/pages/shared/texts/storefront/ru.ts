import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const ru: Translation<typeof en> = {
  products: 'Товары',
  noProducts: 'Здесь пока ничего не продаётся.',
  currency: 'Валюта',
  showPrices: 'Показать цены',
  buy: 'Купить',
  subscribe: 'Подписаться',
  previousPage: 'Предыдущая страница',
  nextPage: 'Следующая страница',
  pageOf: 'Страница {page, number} из {pages, number}',
  allProducts: 'Все товары магазина {store}',
  pictures: 'Изображения',
  storeUnknownTitle: 'Такого магазина нет',
  storeUnknownText: 'Возможно, в адресе опечатка или магазин закрылся.',
  productUnknownTitle: 'Такого товара нет',
  productUnknownText: 'Возможно, он снят с продажи.',
  notForSaleTitle: 'Сейчас этот товар нельзя купить',
  notForSaleText: 'Деньги не списаны. Обратитесь в магазин {store} или зайдите позже.',
};

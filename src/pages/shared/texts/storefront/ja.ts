import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const ja: Translation<typeof en> = {
  products: '商品一覧',
  noProducts: '販売中の商品はまだありません。',
  currency: '通貨',
  showPrices: '価格を表示',
  buy: '今すぐ購入',
  subscribe: '申し込む',
  previousPage: '前のページ',
  nextPage: '次のページ',
  pageOf: '{pages, number} ページ中 {page, number} ページ',
  allProducts: '{store}の全商品',
  pictures: '画像',
  storeUnknownTitle: 'このストアは存在しません',
  storeUnknownText: 'アドレスが間違っているか、ストアが閉店した可能性があります。',
  productUnknownTitle: 'この商品は存在しません',
  productUnknownText: '販売が終了した可能性があります。',
  notForSaleTitle: '現在、この商品は購入できません',
  notForSaleText: '請求は行われていません。{store}にお問い合わせいただくか、後ほどお試しください。',
};

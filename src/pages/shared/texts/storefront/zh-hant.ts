import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const zhHant: Translation<typeof en> = {
  products: '商品',
  noProducts: '此處尚無商品販售。',
  currency: '幣別',
  showPrices: '顯示價格',
  buy: '立即購買',
  subscribe: '訂閱',
  previousPage: '上一頁',
  nextPage: '下一頁',
  pageOf: '第 {page, number} 頁，共 {pages, number} 頁',
  allProducts: '{store} 的所有商品',
  pictures: '圖片',
  storeUnknownTitle: '此商店不存在',
  storeUnknownText: '網址可能有誤，或商店已關閉。',
  productUnknownTitle: '此商品不存在',
  productUnknownText: '它可能已下架。',
  notForSaleTitle: '目前無法購買此商品',
  notForSaleText: '未產生任何費用。請洽詢 {store}，或稍後再來。',
};

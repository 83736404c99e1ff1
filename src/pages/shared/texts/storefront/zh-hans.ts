import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const zhHans: Translation<typeof en> = {
  products: '商品',
  noProducts: '此处暂无商品出售。',
  currency: '货币',
  showPrices: '显示价格',
  buy: '立即购买',
  subscribe: '订阅',
  previousPage: '上一页',
  nextPage: '下一页',
  pageOf: '第 {page, number} 页，共 {pages, number} 页',
  allProducts: '{store} 的全部商品',
  pictures: '图片',
  storeUnknownTitle: '此商店不存在',
  storeUnknownText: '地址可能有误，或商店已关闭。',
  productUnknownTitle: '此商品不存在',
  productUnknownText: '它可能已下架。',
  notForSaleTitle: '目前无法购买此商品',
  notForSaleText: '未产生任何扣款。请咨询 {store}，或稍后再来。',
};

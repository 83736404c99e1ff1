import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const ko: Translation<typeof en> = {
  products: '상품',
  noProducts: '아직 판매 중인 상품이 없습니다.',
  currency: '통화',
  showPrices: '가격 보기',
  buy: '지금 구매',
  subscribe: '구독하기',
  previousPage: '이전 페이지',
  nextPage: '다음 페이지',
  pageOf: '{pages, number}페이지 중 {page, number}페이지',
  allProducts: '{store}의 모든 상품',
  pictures: '이미지',
  storeUnknownTitle: '존재하지 않는 스토어입니다',
  storeUnknownText: '주소가 잘못되었거나 스토어가 문을 닫았을 수 있습니다.',
  productUnknownTitle: '존재하지 않는 상품입니다',
  productUnknownText: '판매가 종료되었을 수 있습니다.',
  notForSaleTitle: '현재 이 상품을 구매할 수 없습니다',
  notForSaleText: '청구되지 않았습니다. {store}에 문의하거나 나중에 다시 방문하세요.',
};

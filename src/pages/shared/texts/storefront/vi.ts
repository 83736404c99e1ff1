import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const vi: Translation<typeof en> = {
  products: 'Sản phẩm',
  noProducts: 'Chưa có gì để bán ở đây.',
  currency: 'Tiền tệ',
  showPrices: 'Hiển thị giá',
  buy: 'Mua ngay',
  subscribe: 'Đăng ký',
  previousPage: 'Trang trước',
  nextPage: 'Trang sau',
  pageOf: 'Trang {page, number}/{pages, number}',
  allProducts: 'Tất cả sản phẩm của {store}',
  pictures: 'Hình ảnh',
  storeUnknownTitle: 'Cửa hàng này không tồn tại',
  storeUnknownText: 'Địa chỉ có thể bị nhập sai hoặc cửa hàng đã đóng.',
  productUnknownTitle: 'Sản phẩm này không tồn tại',
  productUnknownText: 'Có thể sản phẩm đã ngừng bán.',
  notForSaleTitle: 'Hiện không thể mua sản phẩm này',
  notForSaleText: 'Bạn chưa bị tính tiền. Hãy hỏi {store} hoặc quay lại sau.',
};

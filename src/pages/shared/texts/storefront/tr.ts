import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const tr: Translation<typeof en> = {
  products: 'Ürünler',
  noProducts: 'Burada henüz satılık bir şey yok.',
  currency: 'Para birimi',
  showPrices: 'Fiyatları göster',
  buy: 'Hemen satın al',
  subscribe: 'Abone ol',
  previousPage: 'Önceki sayfa',
  nextPage: 'Sonraki sayfa',
  pageOf: 'Sayfa {page, number}/{pages, number}',
  allProducts: '{store}: tüm ürünler',
  pictures: 'Görseller',
  storeUnknownTitle: 'Böyle bir mağaza yok',
  storeUnknownText: 'Adres yanlış yazılmış veya mağaza kapanmış olabilir.',
  productUnknownTitle: 'Böyle bir ürün yok',
  productUnknownText: 'Satıştan kaldırılmış olabilir.',
  notForSaleTitle: 'Bu ürün şu anda satın alınamıyor',
  notForSaleText: 'Ücret alınmadı. {store} ile iletişime geçin veya daha sonra tekrar gelin.',
};

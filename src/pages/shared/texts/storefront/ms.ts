import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const ms: Translation<typeof en> = {
  products: 'Senarai produk',
  noProducts: 'Belum ada apa-apa untuk dijual di sini.',
  currency: 'Mata wang',
  showPrices: 'Tunjukkan harga',
  buy: 'Beli sekarang',
  subscribe: 'Langgan',
  previousPage: 'Halaman sebelumnya',
  nextPage: 'Halaman seterusnya',
  pageOf: 'Halaman {page, number} daripada {pages, number}',
  allProducts: 'Semua produk {store}',
  pictures: 'Gambar',
  storeUnknownTitle: 'Kedai ini tidak wujud',
  storeUnknownText: 'Alamat itu mungkin tersalah taip, atau kedai telah ditutup.',
  productUnknownTitle: 'Produk ini tidak wujud',
  productUnknownText: 'Produk ini mungkin tidak lagi dijual.',
  notForSaleTitle: 'Produk ini tidak dapat dibeli buat masa ini',
  notForSaleText: 'Tiada apa-apa dicaj. Tanya {store}, atau kembali kemudian.',
};

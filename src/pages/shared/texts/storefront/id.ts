import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const id: Translation<typeof en> = {
  products: 'Produk',
  noProducts: 'Belum ada yang dijual di sini.',
  currency: 'Mata uang',
  showPrices: 'Tampilkan harga',
  buy: 'Beli sekarang',
  subscribe: 'Berlangganan',
  previousPage: 'Halaman sebelumnya',
  nextPage: 'Halaman berikutnya',
  pageOf: 'Halaman {page, number} dari {pages, number}',
  allProducts: 'Semua produk {store}',
  pictures: 'Gambar',
  storeUnknownTitle: 'Toko ini tidak ada',
  storeUnknownText: 'Alamatnya mungkin salah ketik, atau tokonya sudah tutup.',
  productUnknownTitle: 'Produk ini tidak ada',
  productUnknownText: 'Produk ini mungkin sudah tidak dijual.',
  notForSaleTitle: 'Produk ini belum dapat dibeli saat ini',
  notForSaleText: 'Tidak ada yang ditagih. Tanyakan kepada {store}, atau kembali lagi nanti.',
};

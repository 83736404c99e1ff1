import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const pl: Translation<typeof en> = {
  products: 'Produkty',
  noProducts: 'Nic tu jeszcze nie jest na sprzedaż.',
  currency: 'Waluta',
  showPrices: 'Pokaż ceny',
  buy: 'Kup teraz',
  subscribe: 'Subskrybuj',
  previousPage: 'Poprzednia strona',
  nextPage: 'Następna strona',
  pageOf: 'Strona {page, number} z {pages, number}',
  allProducts: 'Wszystkie produkty sklepu {store}',
  pictures: 'Zdjęcia',
  storeUnknownTitle: 'Ten sklep nie istnieje',
  storeUnknownText: 'Adres może zawierać błąd albo sklep został zamknięty.',
  productUnknownTitle: 'Ten produkt nie istnieje',
  productUnknownText: 'Mógł zostać wycofany ze sprzedaży.',
  notForSaleTitle: 'Tego produktu nie można teraz kupić',
  notForSaleText: 'Nic nie pobrano. Zapytaj sklep {store} lub wróć później.',
};

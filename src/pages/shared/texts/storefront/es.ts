import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const es: Translation<typeof en> = {
  products: 'Productos',
  noProducts: 'Todavía no hay nada a la venta aquí.',
  currency: 'Moneda',
  showPrices: 'Mostrar precios',
  buy: 'Comprar ahora',
  subscribe: 'Suscribirse',
  previousPage: 'Página anterior',
  nextPage: 'Página siguiente',
  pageOf: 'Página {page, number} de {pages, number}',
  allProducts: 'Todos los productos de {store}',
  pictures: 'Imágenes',
  storeUnknownTitle: 'Esta tienda no existe',
  storeUnknownText: 'Puede que la dirección esté mal escrita o que la tienda haya cerrado.',
  productUnknownTitle: 'Este producto no existe',
  productUnknownText: 'Puede que ya no esté a la venta.',
  notForSaleTitle: 'Este producto no se puede comprar por el momento',
  notForSaleText: 'No se cobró nada. Consulta con {store} o vuelve más tarde.',
};

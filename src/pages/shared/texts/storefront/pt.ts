import type { Translation } from '../../../../kit/messages.ts';
import type { en } from './en.ts';

export const pt: Translation<typeof en> = {
  products: 'Produtos',
  noProducts: 'Ainda não há nada à venda aqui.',
  currency: 'Moeda',
  showPrices: 'Mostrar preços',
  buy: 'Comprar agora',
  subscribe: 'Assinar',
  previousPage: 'Página anterior',
  nextPage: 'Próxima página',
  pageOf: 'Página {page, number} de {pages, number}',
  allProducts: 'Todos os produtos de {store}',
  pictures: 'Imagens',
  storeUnknownTitle: 'Esta loja não existe',
  storeUnknownText: 'O endereço pode estar incorreto ou a loja pode ter fechado.',
  productUnknownTitle: 'Este produto não existe',
  productUnknownText: 'Ele pode ter saído de venda.',
  notForSaleTitle: 'Este produto não pode ser comprado no momento',
  notForSaleText: 'Nada foi cobrado. Fale com {store} ou volte mais tarde.',
};

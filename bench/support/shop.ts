import { type BenchMerchant, callOnce, signedRequest } from './merchant.ts';
import type { Service } from './service.ts';

/** A product of typical size, without its store. */
export const PRODUCT = {
  name: 'A product of usual size',
  description: 'Two lines of **markdown**.\nAs people write them.',
  prices: {
    USD: { amount: '29.00', taxCategory: 'software' },
    EUR: { amount: '27.00', taxCategory: 'software' },
  },
  metadata: { sku: 'bench' },
} as const;

export interface BenchStore {
  /** Short ID. */
  readonly id: string;
  readonly slug: string;
}

export async function makeStore(service: Service, merchant: BenchMerchant): Promise<BenchStore> {
  const body = { name: 'Bench' };
  const made = await callOnce<{ store: BenchStore }>(service, merchant, 'store/create-store', body);
  return made.store;
}

/** Creates a product and returns its Short ID. */
export async function makeProduct(
  service: Service,
  merchant: BenchMerchant,
  { id }: BenchStore,
): Promise<string> {
  const body = { storeId: id, ...PRODUCT };
  const path = 'onetime-product/create-product';
  const made = await callOnce<{ product: { id: string } }>(service, merchant, path, body);
  return made.product.id;
}

/** Signed requests that each create a product, ready to be written to a socket. */
export function productRequests(
  merchant: BenchMerchant,
  { id }: BenchStore,
  headers: readonly string[] = [],
): readonly Buffer[] {
  return Array.from({ length: 200 }, (_, index) => {
    const body = { storeId: id, ...PRODUCT, name: `Product ${index}` };
    return signedRequest(merchant, 'onetime-product/create-product', body, undefined, headers);
  });
}

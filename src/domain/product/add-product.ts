import type { MerchantCaller } from '../../contract/caller.ts';
import type { ErrorTable } from '../../contract/errors.ts';
import type { Tx } from '../../database/database.ts';
import { newId } from '../../kit/id.ts';
import { insertProduct } from './product.queries.ts';
import type { Product, ProductContent, ProductKind } from './product.ts';

/** The caller of a write, its environment and its time. */
export interface ProductWriter {
  readonly caller: MerchantCaller;
  readonly tx: Tx;
  readonly now: Date;
}

export type NewProduct = Pick<Product, 'storeId' | 'name' | 'prices'> & Partial<ProductContent>;

/**
 * Creates an active product in the caller's environment, with version 1
 * (docs/contract/onetime-products.md#create-product). Throws the given rows if the caller may not
 * write to the store.
 */
export async function addProduct(
  { caller, tx, now }: ProductWriter,
  kind: ProductKind,
  given: NewProduct,
  errors: ErrorTable<'storeNotFound' | 'forbidden'>,
): Promise<Product> {
  const product: Product = {
    id: newId('PROD', now),
    storeId: given.storeId,
    name: given.name,
    description: given.description ?? null,
    billingPeriod: given.billingPeriod ?? null,
    prices: given.prices,
    media: given.media ?? [],
    successUrl: given.successUrl ?? null,
    metadata: given.metadata ?? {},
    status: 'active',
    createdAt: now,
    updatedAt: now,
  };
  const { merchantId, environment } = caller;
  const versionId = newId('PVER', now);
  const place = { kind, versionId, environment, merchantId };
  const [member] = await insertProduct(tx, product, place);
  if (!member) throw errors.storeNotFound();
  if (member.role === 'member') throw errors.forbidden();
  return product;
}

import type { MerchantCaller } from '../../contract/caller.ts';
import type { ErrorTable } from '../../contract/errors.ts';
import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { isTestKey } from '../store/test-key.ts';
import { differences, type Preview } from './preview.ts';
import { viewRequestPrices } from './prices.ts';
import { findProduct, type Listing, type ProductRow } from './product.queries.ts';
import type { Product, ProductKind } from './product.ts';
import { findContent } from './product-version.queries.ts';
import { refusalOf, refusalRows } from './publish.ts';
import { flatten } from './revise-product.ts';

/** The fields that publishing would write, in the order in which responses show them. */
const FIELDS = [
  'name',
  'description',
  'billingPeriod',
  'prices',
  'media',
  'successUrl',
  'metadata',
  'status',
];

interface Reader {
  readonly caller: MerchantCaller;
  readonly tx: Tx;
}

/**
 * Computes what publishing the product would change; a test key sees nothing of production. Throws
 * the given row if it isn't found.
 */
export async function previewPublish(
  { caller, tx }: Reader,
  kind: ProductKind,
  id: Id<'PROD'>,
  view: (product: Product) => Readonly<Record<string, unknown>>,
  errors: ErrorTable<'notFound'>,
): Promise<Preview> {
  const product = await findProduct(tx, kind, id, caller);
  if (!product) throw errors.notFound();
  const [test, production] = await Promise.all([
    showListing(tx, product, product.test),
    showListing(tx, product, isTestKey(caller) ? null : product.prod),
  ]);
  const shown = (listed: Product) => ({
    ...view(listed),
    prices: viewRequestPrices(listed.prices),
  });
  const refusal = refusalOf(product);
  return {
    publishable: refusal === null,
    reason: refusal && refusalRows[refusal][1],
    changes: differences(FIELDS, test && shown(test), production && shown(production)),
  };
}

async function showListing(
  tx: Tx,
  product: ProductRow,
  listing: Listing | null,
): Promise<Product | null> {
  return (
    listing && flatten(product, listing, await findContent(tx, product.storeId, listing.versionId))
  );
}

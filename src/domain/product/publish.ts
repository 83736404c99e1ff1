import type { AuditNote } from '../../contract/action.ts';
import type { ErrorRowSpec, ErrorTable } from '../../contract/errors.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import type { ProductWriter } from './add-product.ts';
import { lockProduct, type ProductRow, publishTestVersion } from './product.queries.ts';
import type { Product, ProductKind } from './product.ts';
import { findContent } from './product-version.queries.ts';
import { flatten } from './revise-product.ts';

/**
 * Why a product cannot be published, in the order of the tables
 * (docs/contract/onetime-products.md#publish-product).
 */
export const refusalRows = {
  noTestVersion: [400, 'No test version found'],
  testInactive: [400, 'Test version is not active'],
  alreadyPublished: [400, 'Already published to production'],
} as const satisfies Record<string, ErrorRowSpec>;

type Refusal = keyof typeof refusalRows;

export interface Published {
  readonly product: Product;
  /** Records which version went to production. */
  readonly audit: AuditNote;
}

/**
 * Shows the test version in production, for the first time
 * (docs/contract/onetime-products.md#publish-product). Of several concurrent calls one succeeds,
 * since they wait for each other on the product's row lock. Throws the given rows.
 */
export async function publishProduct(
  { caller, tx, now }: ProductWriter,
  kind: ProductKind,
  id: Id<'PROD'>,
  errors: ErrorTable<Refusal | 'notFound' | 'forbidden'>,
): Promise<Published> {
  // Either key may publish, so the role in test decides.
  const product = await lockProduct(tx, kind, id, { ...caller, environment: 'test' });
  if (!product) throw errors.notFound();
  if (product.role === 'member') throw errors.forbidden();
  const refusal = refusalOf(product);
  if (refusal || !product.test) throw errors[refusal ?? 'noTestVersion']();
  const { versionId } = product.test;
  const content = await findContent(tx, product.storeId, versionId);
  const [version] = await publishTestVersion(tx, product, now);
  if (!version) throw errors.alreadyPublished();
  const listing = { versionId, status: 'active' as const, updatedAt: now };
  const details = {
    versionId: encodeId('PVER', versionId),
    versionNumber: version.versionNumber,
  };
  return { product: flatten(product, listing, content), audit: { details } };
}

/** The first error row that prevents publishing the product, or null. */
export function refusalOf({ test, prod }: Pick<ProductRow, 'test' | 'prod'>): Refusal | null {
  if (!test) return 'noTestVersion';
  if (test.status !== 'active') return 'testInactive';
  return prod ? 'alreadyPublished' : null;
}

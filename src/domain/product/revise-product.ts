import { isDeepStrictEqual } from 'node:util';
import type { AuditNote } from '../../contract/action.ts';
import type { ErrorTable } from '../../contract/errors.ts';
import { refuseStale } from '../../contract/if-unmodified-since.ts';
import { encodeId, type Id, newId } from '../../kit/id.ts';
import { nextUpdate } from '../../kit/time.ts';
import type { ProductWriter } from './add-product.ts';
import { type Listing, lockProduct, type ProductRow, setProductStatus } from './product.queries.ts';
import type { Product, ProductContent, ProductKind, ProductStatus } from './product.ts';
import { findContent, insertVersion } from './product-version.queries.ts';
import { pricesTrialInVain, type TrialErrors } from './trial.ts';

type WriteErrors = ErrorTable<'notFound' | 'forbidden' | 'noVersion'>;
type ReviseErrors = WriteErrors & ErrorTable<'changedMeanwhile'>;
/** Fields to write; an absent or undefined field keeps its value. */
type ContentChange = {
  readonly [Field in keyof ProductContent]?: ProductContent[Field] | undefined;
};

type Revision = ContentChange & {
  readonly id: Id<'PROD'>;
  readonly ifUnmodifiedSince?: Date | undefined;
};

export interface Revised {
  readonly product: Product;
  /** Records which version was written, if any. */
  readonly audit: AuditNote;
}

/**
 * Writes the supplied fields as a new version in the caller's environment, unless they change
 * nothing (docs/contract/resources.md#product). Throws the given rows.
 */
export async function reviseProduct(
  writer: ProductWriter,
  kind: ProductKind,
  { id, ifUnmodifiedSince, ...change }: Revision,
  errors: ReviseErrors & Partial<Pick<TrialErrors, 'invalidTrialAmount'>>,
): Promise<Revised> {
  const { tx, now, caller } = writer;
  const { product, listing } = await openProduct(writer, kind, id, errors);
  refuseStale(ifUnmodifiedSince, listing.updatedAt, errors);
  const current = await findContent(tx, product.storeId, listing.versionId);
  const supplied = Object.entries(change).filter(([, value]) => value !== undefined);
  const content: ProductContent = { ...current, ...Object.fromEntries(supplied) };
  // A field that was kept may conflict with one that was written.
  if (errors.invalidTrialAmount && pricesTrialInVain(content)) throw errors.invalidTrialAmount();
  if (isSameContent(content, current)) {
    return { product: flatten(product, listing, current), audit: {} };
  }
  const version = { ...content, id: newId('PVER', now) };
  const updatedAt = nextUpdate(now, listing.updatedAt);
  const versionNumber = await insertVersion(tx, product, version, caller.environment, updatedAt);
  const details = { versionId: encodeId('PVER', version.id), versionNumber };
  return { product: flatten(product, { ...listing, updatedAt }, content), audit: { details } };
}

/**
 * Sets the status in the caller's environment
 * (docs/contract/subscription-products.md#update-status). Throws the given rows.
 */
export async function switchProductStatus(
  writer: ProductWriter,
  kind: ProductKind,
  { id, status }: { readonly id: Id<'PROD'>; readonly status: ProductStatus },
  errors: WriteErrors,
): Promise<Product> {
  const { tx, now, caller } = writer;
  const { product, listing } = await openProduct(writer, kind, id, errors);
  const content = await findContent(tx, product.storeId, listing.versionId);
  if (listing.status === status) return flatten(product, listing, content);
  const updatedAt = nextUpdate(now, listing.updatedAt);
  await setProductStatus(tx, product, caller.environment, status, updatedAt);
  return flatten(product, { ...listing, status, updatedAt }, content);
}

/** Locks a product that the caller may change; returns the version their environment shows. */
async function openProduct(
  { caller, tx }: ProductWriter,
  kind: ProductKind,
  id: Id<'PROD'>,
  errors: WriteErrors,
): Promise<{ readonly product: ProductRow; readonly listing: Listing }> {
  const product = await lockProduct(tx, kind, id, caller);
  if (!product) throw errors.notFound();
  if (product.role === 'member') throw errors.forbidden();
  const listing = product[caller.environment];
  if (!listing) throw errors.noVersion(caller.environment);
  return { product, listing };
}

/** A product as one environment shows it (docs/contract/resources.md#product). */
export function flatten(
  { id, storeId, createdAt }: ProductRow,
  { status, updatedAt }: Listing,
  content: ProductContent,
): Product {
  return { id, storeId, ...content, status, createdAt, updatedAt };
}

/** Compares content as the database would store it: JSON has no -0 and no infinity. */
function isSameContent(given: ProductContent, stored: ProductContent): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(given)), stored);
}

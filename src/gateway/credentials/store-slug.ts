import type { Environment, SlugCaller } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { gatewayErrors } from '../errors.ts';

/**
 * A visitor of the slug's store (docs/contract/authentication.md#store-slug). Throws 404 for an
 * unknown slug.
 */
export async function readStoreSlug(
  db: Queryable,
  slug: string,
  environment: Environment,
): Promise<SlugCaller> {
  const [store] = await findStoreBySlug(db, slug);
  if (!store) throw gatewayErrors.storeNotFound();
  return { kind: 'slug', storeId: store.id, environment };
}

function findStoreBySlug(db: Queryable, slug: string): Promise<{ id: Id<'STO'> }[]> {
  return db.query(sql`select id from store where slug = ${slug} and deleted_at is null`);
}

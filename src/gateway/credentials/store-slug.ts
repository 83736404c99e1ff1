import type { Environment, SlugCaller } from '../../contract/caller.ts';
import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { gatewayErrors } from '../errors.ts';
import type { CallerLimit, RateLimiter } from '../rate-limit.ts';

/** A store's slug as a credential. */
export interface GivenSlug {
  readonly slug: string;
  readonly environment: Environment;
  /** The limit of the visitor's network. */
  readonly network: CallerLimit;
}

/**
 * A visitor of the slug's store (docs/contract/authentication.md#store-slug). Throws 404 for an
 * unknown slug, which counts for the visitor's network like a call, and 429 above its limit: an
 * unknown slug is looked up, too.
 */
export async function readStoreSlug(
  db: Queryable,
  rateLimiter: RateLimiter,
  { slug, environment, network: { limit, key } }: GivenSlug,
  now: Date,
): Promise<SlugCaller> {
  rateLimiter.check(limit, key, now);
  const [store] = await findStoreBySlug(db, slug);
  if (store) return { kind: 'slug', storeId: store.id, environment };
  rateLimiter.charge(limit, key, now, 1);
  throw gatewayErrors.storeNotFound();
}

function findStoreBySlug(db: Queryable, slug: string): Promise<{ id: Id<'STO'> }[]> {
  return db.query(sql`select id from store where slug = ${slug} and deleted_at is null`);
}

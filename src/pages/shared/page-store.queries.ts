import { type Queryable, sql } from '../../database/database.ts';
import { businessColumns } from '../../domain/store/store.queries.ts';
import { plainLine } from '../../kit/text.ts';
import type { PageStore } from './page-store.ts';

/**
 * The store named in a page's URL, whatever its status, unless it is deleted. Everything else on
 * the page is looked up within it.
 */
export async function findPageStore(db: Queryable, slug: string): Promise<PageStore | null> {
  const [store] = await db.query<PageStore>(sql`
    select id, name, slug, status, logo, support_email as "supportEmail", ${businessColumns},
      checkout_settings as "checkoutSettings"
    from store where slug = ${slug} and deleted_at is null`);
  return store ? { ...store, name: plainLine(store.name) } : null;
}

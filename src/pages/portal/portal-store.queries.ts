import { type Queryable, sql } from '../../database/database.ts';
import type { PageStore } from '../shared/page-store.ts';

/** The store whose portal it is. */
export type PortalStore = PageStore;

/** The live store with the slug, whatever its status: buyers keep what they bought. */
export async function findPortalStore(db: Queryable, slug: string): Promise<PortalStore | null> {
  const [store] = await db.query<PortalStore>(sql`
    select id, name, slug, status, logo, support_email as "supportEmail",
      checkout_settings as "checkoutSettings"
    from store where slug = ${slug} and deleted_at is null`);
  return store ?? null;
}

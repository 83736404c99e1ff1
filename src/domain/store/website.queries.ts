import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';

export interface WebsiteChallenge {
  readonly url: string;
  readonly token: string;
  readonly verifiedAt: Date | null;
}

const columns = sql`url, token, verified_at as "verifiedAt"`;

/** Stores a challenge, replacing an earlier one; the same URL keeps its token. */
export async function putWebsiteChallenge(
  db: Queryable,
  challenge: {
    readonly storeId: Id<'STO'>;
    readonly url: string;
    readonly token: string;
    readonly createdAt: Date;
  },
): Promise<WebsiteChallenge> {
  const [kept] = await db.query<WebsiteChallenge>(sql`
    insert into website_challenge as challenge (store_id, url, token, created_at)
    values (${challenge.storeId}, ${challenge.url}, ${challenge.token}, ${challenge.createdAt})
    on conflict (store_id) do update set url = excluded.url,
      token = case when challenge.url = excluded.url then challenge.token else excluded.token end,
      verified_at = case when challenge.url = excluded.url then challenge.verified_at end,
      created_at = excluded.created_at
    returning ${columns}`);
  return kept as WebsiteChallenge;
}

/** The challenge of the store's website; no row if no website was set. */
export function findWebsiteChallenge(
  db: Queryable,
  storeId: Id<'STO'>,
): Promise<WebsiteChallenge[]> {
  return db.query(sql`select ${columns} from website_challenge where store_id = ${storeId}`);
}

/** Marks the challenge as verified; returns no row if another has replaced it. */
export function markWebsiteVerified(
  db: Queryable,
  storeId: Id<'STO'>,
  token: string,
  now: Date,
): Promise<WebsiteChallenge[]> {
  return db.query(sql`
    update website_challenge set verified_at = ${now}
    where store_id = ${storeId} and token = ${token}
    returning ${columns}`);
}

export function deleteWebsiteChallenge(
  db: Queryable,
  storeId: Id<'STO'>,
): Promise<{ readonly url: string }[]> {
  return db.query(sql`delete from website_challenge where store_id = ${storeId} returning url`);
}

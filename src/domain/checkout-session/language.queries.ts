import { type Queryable, sql } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import type { Language } from '../../kit/languages.ts';
import type { SessionId } from './session-id.ts';

/** Records the language that the buyer of an open session reads. */
export async function recordLanguage(
  db: Queryable,
  storeId: Id<'STO'>,
  id: SessionId,
  language: Language,
): Promise<void> {
  await db.query(sql`
    update checkout_session set language = ${language}
    where store_id = ${storeId} and id = ${id} and status = 'open'`);
}

import { type Queryable, sql } from '../database/database.ts';
import type { Warning } from './warn-merchants.job.ts';

/** Marks warnings as told and gives them, the oldest first; nobody else gets the same ones. */
export function takeWarnings(db: Queryable, most: number, now: Date): Promise<Warning[]> {
  return db.query(sql`
    update webhook_warning warning set told_at = ${now}
    from webhook
    where webhook.id = warning.webhook_id and warning.id in (
      select id from webhook_warning where told_at is null
      order by created_at limit ${most} for update skip locked)
    returning warning.id, warning.store_id as "storeId", webhook.id as "webhookId",
      webhook.environment, warning.kind, warning.reason, webhook.url,
      webhook.failing_since as "failingSince"`);
}

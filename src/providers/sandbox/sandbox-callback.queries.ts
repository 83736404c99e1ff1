import { type Queryable, sql } from '../../database/database.ts';
import { newUuid } from '../../kit/id.ts';

export interface SandboxCallback {
  readonly subject: 'payment' | 'refund' | 'dispute' | 'external_refund' | 'fraud_warning';
  /** Our ID of the subject, or of the payment that was disputed, refunded or reported as fraud. */
  readonly subjectId: string;
  readonly type: string;
}

/** Queues a callback to be sent from a time on. */
export async function insertCallback(
  db: Queryable,
  { subject, subjectId, type }: SandboxCallback,
  dueAt: Date,
): Promise<void> {
  await db.query(sql`
    insert into sandbox_callback (id, subject, subject_id, type, due_at)
    values (${newUuid(dueAt)}, ${subject}, ${subjectId}, ${type}, ${dueAt})`);
}

export interface DueCallback extends SandboxCallback {
  readonly id: string;
  readonly attemptCount: number;
}

/** Leases due callbacks, earliest first. */
export function claimDueCallbacks(
  db: Queryable,
  { now, leasedUntil, most }: { now: Date; leasedUntil: Date; most: number },
): Promise<DueCallback[]> {
  return db.query<DueCallback>(sql`
    update sandbox_callback
    set due_at = ${leasedUntil}, attempt_count = attempt_count + 1
    where id in (select id from sandbox_callback where due_at <= ${now}
      order by due_at limit ${most} for update skip locked)
    returning id, subject, subject_id as "subjectId", type, attempt_count as "attemptCount"`);
}

/** Removes a callback from the queue. */
export async function deleteCallback(db: Queryable, id: string): Promise<void> {
  await db.query(sql`delete from sandbox_callback where id = ${id}`);
}

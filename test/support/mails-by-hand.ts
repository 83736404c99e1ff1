import { sql } from '../../src/database/database.ts';
import type { Reply } from './merchant.ts';
import { makeSale, type Sale } from './refunding.ts';
import type { TestApp } from './test-app.ts';

/** The rate limit rows of an action that mails a buyer, by the mail's type and subject. */
export function mailLimitCases(
  test: TestApp,
  send: (sale: Sale) => Promise<Reply>,
  type: string,
  subjectOf: (sale: Sale) => string,
) {
  return {
    tooManyToBuyer: async () => {
      const sale = await makeSale(test);
      for (let sent = 0; sent < 5; sent += 1) await send(sale);
      return send(sale);
    },
    tooManyOfStore: async () => {
      const sale = await makeSale(test);
      await send(sale);
      await test.database.query(sql`
        insert into email_delivery (id, store_id, environment, occurrence, event_type, event_id,
          recipient_type, to_address, subject, status, due_at, created_at)
        select gen_random_uuid(), store_id, environment, 'other/' || gen_random_uuid(), event_type,
          event_id, recipient_type, n || '@example.com', subject, 'success', due_at, created_at
        from email_delivery, generate_series(1, 99) n
        where event_type = ${type} and event_id = ${subjectOf(sale)}`);
      return send(sale);
    },
  };
}

import { describe, expect, it } from 'vitest';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sql } from '../../database/database.ts';

const test = useTestApp();

describe('audit log', () => {
  it.each([
    ['update', sql`update audit_log set action = 'nothing'`],
    ['delete', sql`delete from audit_log`],
    ['truncate', sql`truncate audit_log`],
  ])('refuses to %s', async (_name, statement) => {
    await makeStore(await makeMerchant(test));
    await expect(test.database.query(statement)).rejects.toThrow('rows are never changed');
  });

  it('rolls the act back if its entry cannot be written', async () => {
    const merchant = await makeMerchant(test);
    const store = await makeStore(merchant);
    await test.database.query(
      sql`alter table audit_log add constraint never check (action <> 'store/update-store') not valid`,
    );
    const reply = await merchant.call('store/update-store', { id: store.id, name: 'Unseen' });
    await test.database.query(sql`alter table audit_log drop constraint never`);
    expect(reply.status).toBe(500);
    const [row] = await test.database.query<{ name: string }>(
      sql`select name from store where slug = ${store.slug}`,
    );
    expect(row?.name).toBe('A store');
  });

  it('rolls an idempotent act back with its stored answer', async () => {
    const merchant = await makeMerchant(test);
    await test.database.query(
      sql`alter table audit_log add constraint never check (action <> 'store/create-store') not valid`,
    );
    const headers = { 'x-idempotency-key': 'after-the-repair' };
    const failed = await merchant.call('store/create-store', { name: 'One' }, { headers });
    await test.database.query(sql`alter table audit_log drop constraint never`);
    expect(failed.status).toBe(500);
    const repeated = await merchant.call('store/create-store', { name: 'One' }, { headers });
    expect(repeated.status).toBe(200);
    expect(repeated.headers.get('idempotent-replayed')).toBeNull();
  });
});

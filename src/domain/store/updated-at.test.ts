import { describe, expect, it } from 'vitest';
import { newEmail } from '../../../test/support/accounts.ts';
import { codeMailedTo } from '../../../test/support/mail.ts';
import { callAsOperator, submitTicket } from '../../../test/support/operator.ts';
import { closeReceivers } from '../../../test/support/receiver.ts';
import { dataOf } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { makeSite } from '../../../test/support/website.ts';
import { sql } from '../../database/database.ts';
import { decodeId } from '../../kit/id.ts';
import { addMs } from '../../kit/time.ts';

const test = useTestApp();
closeReceivers();
type Site = Awaited<ReturnType<typeof makeSite>>;

const confirm = async ({ owner, storeId }: Site) => {
  const email = newEmail();
  await owner.call('store/bind-support-email', { storeId, email });
  const code = await codeMailedTo(test, email);
  return owner.call('store/confirm-support-email', { storeId, code });
};
const verify = ({ prove, verify }: Site) => {
  prove();
  return verify();
};
const approve = async ({ owner, storeId }: Site) =>
  callAsOperator(test, 'kyb-ticket/resolve-ticket', {
    ticketId: await submitTicket(owner, storeId),
    decision: 'approve',
  });
const revoke = (what: string) => async (site: Site) => {
  await (what === 'website' ? verify : confirm)(site);
  return site.owner.call(`store/revoke-${what}`, { storeId: site.storeId });
};

/** Changes of a store other than by update-store. */
const CHANGES: readonly (readonly [string, (site: Site) => ReturnType<typeof verify>])[] = [
  ['confirming a support email', confirm],
  ['revoking a support email', revoke('support-email')],
  ['verifying a website', verify],
  ['revoking a website', revoke('website')],
  ['enabling it for production', approve],
];

describe.each(CHANGES)('the updatedAt of a store after %s', (_title, change) => {
  it('is later than before, so that a change based on the one before is refused', async () => {
    const site = await makeSite(test);
    const environment = 'prod' as const;
    const update = async (fields: object) =>
      site.owner.call('store/update-store', { id: site.storeId, ...fields }, { environment });
    // Last changed by a call that began later, or by a process whose clock is ahead.
    await test.database.query(sql`
      update store set updated_at = ${addMs(test.clock.now(), 60_000)}
      where id = ${decodeId('STO', site.storeId)}`);
    const { updatedAt } = dataOf(await update({})).store;
    expect((await change(site)).status).toBe(200);
    const { store } = dataOf(await update({}));
    expect(store.updatedAt > updatedAt).toBe(true);
    expect((await update({ name: 'Five', ifUnmodifiedSince: updatedAt })).status).toBe(409);
  });
});

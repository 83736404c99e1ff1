import { describe, expect, it } from 'vitest';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { callAsOperator, submitTicket } from '../../../test/support/operator.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const test = useTestApp();
const PATH = 'kyb-ticket/list-tickets';

describe(PATH, () => {
  it('shows the open tickets of all stores, the oldest first', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 3; made += 1) {
      const owner = await makeMerchant(test);
      ids.push(await submitTicket(owner, (await makeStore(owner)).id));
    }
    const body = { ticketId: ids[1], decision: 'approve' };
    await callAsOperator(test, 'kyb-ticket/resolve-ticket', body);
    const { tickets } = (await callAsOperator(test, PATH, {})).body.data;
    expect(tickets.map(({ id }: { id: string }) => id)).toEqual([ids[0], ids[2]]);
  });

  it('is no action of merchants', async () => {
    const owner = await makeMerchant(test);
    expect((await owner.call(PATH, {})).status).toBe(404);
  });
});

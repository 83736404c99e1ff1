import { describe, expect, it } from 'vitest';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import {
  callAsBuyer,
  callAsVisitor,
  dataOf,
  makeBuyerToken,
  makeSession,
  makeShop,
  type Shop,
} from '../../../test/support/selling.ts';
import { makeClub, subscribe } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { previewTrial } from './preview-trial.ts';

const test = useTestApp();
const PATH = 'checkout/preview-trial';
const TRIAL = { metadata: { trialDays: 14 } };

describe(PATH, () => {
  it('tells a visitor and a buyer that a trial awaits them', async () => {
    const club = await makeClub(test, TRIAL);
    const checkoutSessionId = await makeSession(club);
    const seen = { isEligible: true, trialDays: 14 };
    expect(dataOf(await preview(club, { checkoutSessionId }))).toEqual(seen);
    const token = await makeBuyerToken(club);
    expect(dataOf(await callAsBuyer(test, token, PATH, { checkoutSessionId }))).toEqual(seen);
  });

  it('tells a buyer who has used it up, by token and by identity', async () => {
    const club = await makeClub(test, TRIAL);
    await subscribe(club);
    const checkoutSessionId = await makeSession(club);
    const used = { isEligible: false, trialDays: 14 };
    const token = await makeBuyerToken(club);
    expect(dataOf(await callAsBuyer(test, token, PATH, { checkoutSessionId }))).toEqual(used);
    const asked = (buyerIdentity: string) => preview(club, { checkoutSessionId, buyerIdentity });
    expect(dataOf(await asked('buyer-1'))).toEqual(used);
    expect(dataOf(await asked('buyer-2')).isEligible).toBe(true);
  });

  it('tells when nothing is offered', async () => {
    const none = { isEligible: false, trialDays: null };
    const club = await makeClub(test, TRIAL);
    const without = await makeSession(club, { withTrial: false });
    expect(dataOf(await preview(club, { checkoutSessionId: without }))).toEqual(none);
    const shop = await makeShop(test);
    const onetime = await makeSession(shop);
    expect(dataOf(await preview(shop, { checkoutSessionId: onetime }))).toEqual(none);
  });

  it("does not know another store's session, and is not for API keys", async () => {
    const checkoutSessionId = await makeSession(await makeClub(test, TRIAL));
    const club = await makeClub(test);
    expect((await preview(club, { checkoutSessionId })).status).toBe(404);
    const byKey = await club.merchant.call(PATH, { checkoutSessionId });
    expectError(byKey, 403, 'Insufficient permissions', 'gateway');
  });
});

describeErrorRows(previewTrial, {
  missingSessionId: async () => preview(await makeShop(test), {}),
  malformedSessionId: {
    got: 'cs_1',
    send: async () => preview(await makeShop(test), { checkoutSessionId: 'cs_1' }),
  },
  sessionNotFound: async () =>
    preview(await makeShop(test), { checkoutSessionId: `cs_${crypto.randomUUID()}` }),
});

function preview({ store }: Shop, body: unknown) {
  return callAsVisitor(test, store.slug, PATH, body);
}

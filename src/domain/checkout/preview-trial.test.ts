import { describe, expect, it } from 'vitest';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { post } from '../../../test/support/merchant.ts';
import {
  callAsBuyer,
  callAsVisitor,
  dataOf,
  makeBuyerToken,
  makeSession,
  makeShop,
  payingBody,
  type Shop,
} from '../../../test/support/selling.ts';
import { makeClub, subscribe } from '../../../test/support/subscribing.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { previewTrial } from './preview-trial.ts';

const test = useTestApp();
const PATH = 'checkout/preview-trial';
const TRIAL = { metadata: { trialDays: 14 } };

describe(PATH, () => {
  it('reports an available trial to a visitor and a buyer', async () => {
    const club = await makeClub(test, TRIAL);
    const checkoutSessionId = await makeSession(club);
    const seen = { isEligible: true, trialDays: 14 };
    expect(dataOf(await preview(club, { checkoutSessionId }))).toEqual(seen);
    const token = await makeBuyerToken(club);
    expect(dataOf(await callAsBuyer(test, token, PATH, { checkoutSessionId }))).toEqual(seen);
  });

  it('reports to a buyer, by token, that the trial is used up', async () => {
    const club = await makeClub(test, TRIAL);
    await subscribe(club);
    const checkoutSessionId = await makeSession(club);
    const used = { isEligible: false, trialDays: 14 };
    const token = await makeBuyerToken(club);
    expect(dataOf(await callAsBuyer(test, token, PATH, { checkoutSessionId }))).toEqual(used);
  });

  it('reports to a visitor on the session’s own address, as identity or email', async () => {
    const club = await makeClub(test, TRIAL);
    const address = 'customer@corp.example';
    await subscribe(club, { buyer: address });
    const ofIdentity = await makeSession(club, { buyerEmail: address });
    const asked = { checkoutSessionId: ofIdentity, buyerIdentity: 'Customer@corp.example' };
    expect(dataOf(await preview(club, asked)).isEligible).toBe(true);
    const exactly = { ...asked, buyerIdentity: address };
    expect(dataOf(await preview(club, exactly)).isEligible).toBe(false);
    await payAsVisitor(club, 'Guest@corp.example');
    const checkoutSessionId = await makeSession(club, { buyerEmail: 'guest@corp.example' });
    expect(dataOf(await preview(club, { checkoutSessionId })).isEligible).toBe(false);
  });

  it('reveals nothing about other buyers to a visitor', async () => {
    const club = await makeClub(test, TRIAL);
    await subscribe(club, { buyer: 'customer@corp.example' });
    await payAsVisitor(club, 'guest@corp.example');
    const open = await makeSession(club);
    const own = await makeSession(club, { buyerEmail: 'me@corp.example' });
    for (const buyerIdentity of ['customer@corp.example', 'guest@corp.example', 'stranger']) {
      for (const checkoutSessionId of [open, own]) {
        const seen = dataOf(await preview(club, { checkoutSessionId, buyerIdentity }));
        expect(seen).toEqual({ isEligible: true, trialDays: 14 });
      }
    }
  });

  it('reveals nothing about an address that a visitor entered', async () => {
    const club = await makeClub(test, TRIAL);
    const buyerEmail = 'customer@corp.example';
    await subscribe(club, { buyer: buyerEmail });
    await payAsVisitor(club, buyerEmail);
    const body = { productId: club.productId, currency: 'USD', buyerEmail };
    const { slug } = club.store;
    const made = await callAsVisitor(test, slug, 'checkout/create-session', body);
    const asked = { checkoutSessionId: dataOf(made).sessionId, buyerIdentity: buyerEmail };
    expect(dataOf(await preview(club, asked))).toEqual({ isEligible: true, trialDays: 14 });
  });

  it('reports when no trial is offered', async () => {
    const none = { isEligible: false, trialDays: null };
    const club = await makeClub(test, TRIAL);
    const without = await makeSession(club, { withTrial: false });
    expect(dataOf(await preview(club, { checkoutSessionId: without }))).toEqual(none);
    const shop = await makeShop(test);
    const onetime = await makeSession(shop);
    expect(dataOf(await preview(shop, { checkoutSessionId: onetime }))).toEqual(none);
  });

  it("does not find another store's session, and refuses API keys", async () => {
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

/** Starts the club's trial on the hosted page, without a token. */
async function payAsVisitor(club: Shop, buyerEmail: string): Promise<void> {
  const sessionId = await makeSession(club);
  const body = { ...(await payingBody(test, sessionId)), buyerEmail };
  const page = `/store/${club.store.slug}/checkout/${sessionId}/pay`;
  dataOf(await post(test.baseUrl, page, JSON.stringify(body)));
}

function preview({ store }: Shop, body: unknown) {
  return callAsVisitor(test, store.slug, PATH, body);
}

import { describe, expect, it } from 'vitest';
import { callAsNobody, PASSWORD, signUpMerchant } from '../../../test/support/accounts.ts';
import { addMember, openDashboard } from '../../../test/support/dashboard.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { needs } from '../../../test/support/needs.ts';
import { makePasskey } from '../../../test/support/passkeys.ts';
import { asBuyer, makeSale, ticketBody } from '../../../test/support/refunding.ts';
import { dataOf } from '../../../test/support/selling.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { makeTwoFactor } from '../../../test/support/two-factor.ts';
import { actions } from '../../actions.ts';
import { totpCode } from '../../kit/totp.ts';
import { stepUp } from './step-up.ts';

const test = useTestApp({ REFUND_STEP_UP_AMOUNT: '5' });
const path = 'merchant/step-up';
const LATER_MS = 10 * 60_000;
const REFUSED = [
  { message: 'Recent authentication required', layer: 'gateway', reason: 'step_up_required' },
];
const asSomebody = async (body: object) =>
  callAsNobody(test, path, body, { cookie: (await signUpMerchant(test)).cookie });
const newKey = { environment: 'test', nickname: 'A key' };

describe('step-up', () => {
  it('guards keys, factors, members, personal data and verification', () => {
    expect(
      actions.filter((action) => action.stepUp === 'always').map((action) => action.path),
    ).toEqual([
      'api-key/create-key',
      'api-key/delete-key',
      'kyb-ticket/submit-ticket',
      'merchant/begin-passkey',
      'merchant/remove-passkey',
      'merchant/renew-recovery-codes',
      'personal-data/erase-customer',
      'personal-data/export-customer',
      'store-merchant/add-merchant',
      'store-merchant/cancel-invitation',
      'store-merchant/remove-merchant',
      'store-merchant/update-role',
      'store/require-two-factor',
    ]);
  });

  it('is required ten minutes after login, for each session separately', async () => {
    const { email, cookie } = await signUpMerchant(test);
    const call = (to: string, body: object) => callAsNobody(test, to, body, { cookie });
    expect((await call('api-key/create-key', newKey)).status).toBe(200);
    test.clock.advance(LATER_MS);
    const late = await call('api-key/create-key', { ...newKey, nickname: 'Late' });
    expect([late.status, late.body.errors]).toEqual([403, REFUSED]);
    await callAsNobody(test, 'merchant/log-in', { email, password: PASSWORD });
    expect((await call('api-key/create-key', { ...newKey, nickname: 'Late' })).status).toBe(403);
    expect((await call(path, { password: PASSWORD })).status).toBe(200);
    expect((await call('api-key/create-key', { ...newKey, nickname: 'Late' })).status).toBe(200);
  });

  it('answers calls that one session makes together', needs('server'), async () => {
    const { cookie } = await signUpMerchant(test);
    const call = () => callAsNobody(test, path, { password: PASSWORD }, { cookie });
    const replies = await Promise.all([call(), call(), call(), call()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('accepts a code once, but none from an unconfirmed authenticator', async () => {
    const { call, code } = await makeTwoFactor(test);
    test.clock.advance(LATER_MS);
    const sent = code();
    expect((await call(path, { code: sent })).status).toBe(200);
    expect((await call('api-key/create-key', newKey)).status).toBe(200);
    expect((await call(path, { code: sent })).status).toBe(403);
    const { cookie } = await signUpMerchant(test);
    const fresh = (to: string, body: object) => callAsNobody(test, to, body, { cookie });
    const begun = await fresh('merchant/begin-totp', { password: PASSWORD });
    const first = totpCode(begun.body.data.secret, test.clock.now());
    expect((await fresh(path, { code: first })).status).toBe(403);
    expect((await fresh('merchant/get-session', {})).body.data.merchant.twoFactor).toBe(false);
  });

  it('takes no password alone once the account has two factors', async () => {
    const { call, recoveryCodes } = await makeTwoFactor(test);
    test.clock.advance(LATER_MS);
    const refused = await call(path, { password: PASSWORD });
    expectError(refused, 403, 'Second factor required', 'user');
    expect((await call('merchant/renew-recovery-codes', {})).status).toBe(403);
    const both = { password: PASSWORD, code: recoveryCodes[0] };
    expect((await call(path, both)).status).toBe(200);
    expect((await call('merchant/renew-recovery-codes', {})).status).toBe(200);
  });

  it('is required to add an authenticator beside a passkey', async () => {
    const { call, authenticator, recoveryCodes } = await makePasskey(test);
    const begin = () => call('merchant/begin-totp', { password: PASSWORD });
    test.clock.advance(LATER_MS);
    expectError(await call(path, { password: PASSWORD }), 403, 'Second factor required', 'user');
    expect((await begin()).body.errors).toEqual(REFUSED);
    expect((await call(path, { code: recoveryCodes[0] })).status).toBe(200);
    expect((await begin()).status).toBe(200);
    test.clock.advance(LATER_MS);
    const { options } = (await call('merchant/begin-passkey-step-up', {})).body.data;
    expect((await call(path, { credential: authenticator.get(options) })).status).toBe(200);
    expect((await begin()).status).toBe(200);
  });

  it('does not apply to API keys', async () => {
    const owner = await makeMerchant(test);
    const store = await makeStore(owner);
    const other = await makeMerchant(test);
    const dashboard = await openDashboard(test, owner);
    test.clock.advance(LATER_MS);
    const body = { storeId: store.id, email: other.email, role: 'member' };
    const late = await dashboard.call('store-merchant/add-merchant', body);
    expect([late.status, late.body.errors]).toEqual([403, REFUSED]);
    await addMember(owner, store.id, other.email, 'member');
  });

  it('is required for refunds above the limit, also in parts and by approval', async () => {
    const sale = await makeSale(test);
    const dashboard = await openDashboard(test, sale.shop.merchant);
    test.clock.advance(LATER_MS);
    const refund = (amount: string) =>
      dashboard.call('refund-ticket/create-ticket', ticketBody(sale, amount));
    expect((await refund('5.01')).body.errors).toEqual(REFUSED);
    expect((await refund('5.00')).status).toBe(200);
    expect((await refund('0.01')).body.errors).toEqual(REFUSED);
    const asked = await asBuyer(sale, 'refund-ticket/create-ticket', ticketBody(sale, '1.00'));
    const { id } = dataOf(asked).ticket;
    const review = (decision: string) =>
      dashboard.call('refund-ticket/review-ticket', { ticketId: id, decision });
    expect((await review('approve')).body.errors).toEqual(REFUSED);
    expect((await review('reject')).status).toBe(200);
    const again = { ...ticketBody(sale, '2.00'), ticketId: id };
    const resubmit = () => dashboard.call('refund-ticket/resubmit-ticket', again);
    expect((await resubmit()).body.errors).toEqual(REFUSED);
    const byKey = await sale.shop.merchant.call('refund-ticket/create-ticket', {
      ...ticketBody(sale, '1.50'),
    });
    expect(byKey.status).toBe(200);
  });
});

describeErrorRows(stepUp, {
  missing: () => asSomebody({ password: '', code: null }),
  factorRequired: async () => (await makeTwoFactor(test)).call(path, { password: PASSWORD }),
  wrong: () => asSomebody({ password: 'not the password' }),
  wrongCode: () => asSomebody({ code: '1'.repeat(65) }),
  wrongPasskey: () => asSomebody({ credential: {} }),
  tooManyCodes: async () => {
    const { call, logIn } = await makeTwoFactor(test);
    for (let wrong = 0; wrong < 10; wrong += 1) await logIn('wrong');
    return call(path, { code: '123456' });
  },
});

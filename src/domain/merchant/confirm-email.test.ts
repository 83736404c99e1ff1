import { describe, expect, it } from 'vitest';
import {
  callAsNobody,
  cookieOf,
  newEmail,
  PASSWORD,
  signUpMerchant,
} from '../../../test/support/accounts.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { codeMailedTo } from '../../../test/support/mail.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { confirmEmail } from './confirm-email.ts';

const test = useTestApp();
const INVALID = 'Link is invalid or has expired, request a new one';
const send = (body: object, cookie: string) =>
  callAsNobody(test, 'merchant/confirm-email', body, { cookie });
const asSomebody = async (body: object) => send(body, (await signUpMerchant(test)).cookie);

describe('merchant/confirm-email', () => {
  it('confirms with the link from sign-up, once', async () => {
    const { email, cookie } = await signUpMerchant(test);
    const token = await codeMailedTo(test, email);
    expect((await send({ token }, cookie)).body).toEqual({ data: { confirmed: true } });
    const session = await callAsNobody(test, 'merchant/get-session', {}, { cookie });
    expect(session.body.data.merchant).toMatchObject({ email, emailConfirmed: true });
    expectError(await send({ token }, cookie), 400, INVALID, 'user');
  });

  it('requires both the link and a session of the account', async () => {
    const { email, cookie } = await signUpMerchant(test);
    const token = await codeMailedTo(test, email);
    const nobody = await callAsNobody(test, 'merchant/confirm-email', { token });
    expectError(nobody, 400, 'Missing authentication', 'gateway');
    expectError(await asSomebody({ token }), 400, INVALID, 'user');
    expect((await send({ token }, cookie)).status).toBe(200);
  });

  it('starts the memberships that the address is invited to', async () => {
    const owner = await makeMerchant(test);
    const store = await makeStore(owner);
    const email = newEmail();
    const invite = { storeId: store.id, email, role: 'admin' };
    await owner.call('store-merchant/add-merchant', invite);
    const cookie = cookieOf(
      await callAsNobody(test, 'merchant/sign-up', { email, password: PASSWORD, name: 'New' }),
    );
    const stores = async () => {
      const session = await callAsNobody(test, 'merchant/get-session', {}, { cookie });
      return session.body.data.stores.map(({ id, role }: { id: string; role: string }) => [
        id,
        role,
      ]);
    };
    expect(await stores()).toEqual([]);
    expect((await send({ token: await codeMailedTo(test, email) }, cookie)).status).toBe(200);
    expect(await stores()).toEqual([[store.id, 'admin']]);
    const open = await owner.call('store-merchant/list-invitations', { storeId: store.id });
    expect(open.body.data.invitations).toEqual([]);
  });

  it('refuses a password reset link', async () => {
    const { email, cookie } = await signUpMerchant(test);
    await callAsNobody(test, 'merchant/request-password-reset', { email });
    const token = await codeMailedTo(test, email);
    expectError(await send({ token }, cookie), 400, INVALID, 'user');
  });
});

describeErrorRows(confirmEmail, {
  missingToken: () => asSomebody({}),
  invalidToken: () => asSomebody({ token: 'nonsense' }),
});

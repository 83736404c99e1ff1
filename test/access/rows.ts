import { sql } from '../../src/database/database.ts';
import { callAsNobody, newEmail, PASSWORD } from '../support/accounts.ts';
import { openDashboard } from '../support/dashboard.ts';
import { takeKeyPair } from '../support/key-pairs.ts';
import { newLink } from './bindings.ts';
import { deleteKey, newKey, newPasskey, uniqueName } from './objects.ts';
import { productRows } from './product-rows.ts';
import type { Row, Rows, SomeRows } from './row.ts';
import { sellingRows } from './selling-rows.ts';
import { storeRows } from './store-rows.ts';
import { supportRows } from './support-rows.ts';

const account = () => ({ email: newEmail(), password: PASSWORD, name: 'A merchant' });

/** Accounts, their sessions and their API keys. */
const accountRows = {
  'merchant/sign-up': { access: 'anyone', body: account },
  'merchant/log-in': {
    access: 'anyone',
    body: ({ test, keep }) =>
      keep('account', async () => {
        const { email, password, name } = account();
        await callAsNobody(test, 'merchant/sign-up', { email, password, name });
        return { email, password };
      }),
  },
  'merchant/log-out': { access: 'anyone', body: () => ({}) },
  'merchant/get-session': { access: 'anyone', body: () => ({}) },
  'merchant/request-password-reset': { access: 'anyone', body: () => ({ email: newEmail() }) },
  'merchant/reset-password': {
    access: 'anyone',
    body: async (place) => ({ token: await newLink(place, 'reset_password'), password: PASSWORD }),
  },
  'merchant/confirm-email': {
    access: 'account',
    absent: 'invalidToken',
    body: async (place) => ({ token: await newLink(place, 'confirm_email', place.owner) }),
    deletedBody: async (place) => {
      const token = await newLink(place, 'confirm_email', place.owner);
      await newLink(place, 'confirm_email', place.owner);
      return { token };
    },
  },
  'merchant/request-email-confirmation': {
    access: 'anyone',
    body: async ({ test }) => {
      await test.database.query(sql`update merchant set email_confirmed_at = null`);
      return {};
    },
  },
  'merchant/update-name': { access: 'anyone', body: () => ({ name: 'Another name' }) },
  'merchant/change-password': {
    ...{ access: 'anyone', answers: 'wrong' },
    body: () => ({ currentPassword: 'not mine', newPassword: PASSWORD }),
  },
  'merchant/change-email': {
    ...{ access: 'anyone', answers: 'wrong' },
    body: () => ({ email: newEmail(), password: 'not mine' }),
  },
  'merchant/confirm-email-change': {
    ...{ access: 'anyone', answers: 'invalidToken' },
    body: () => ({ token: 'nonsense' }),
  },
  'merchant/list-sessions': {
    access: 'anyone',
    // Restores the list for each call: one session.
    body: async ({ test }) => {
      await test.database.query(sql`
        delete from dashboard_session older where exists (select from dashboard_session newer
          where newer.merchant_id = older.merchant_id and newer.id > older.id)`);
      return {};
    },
  },
  'merchant/end-session': {
    access: 'account',
    body: async ({ test, owner }) => ({ id: (await openDashboard(test, owner)).sessionId }),
    deletedBody: async ({ test, owner }) => {
      const { sessionId, call } = await openDashboard(test, owner);
      await call('merchant/log-out', {});
      return { id: sessionId };
    },
  },
  'merchant/step-up': {
    ...{ access: 'anyone', answers: 'wrong' },
    body: () => ({ password: 'not mine' }),
  },
  'merchant/begin-passkey': { access: 'anyone', body: () => ({}) },
  'merchant/add-passkey': {
    ...{ access: 'anyone', answers: 'invalid' },
    body: () => ({ name: 'A key', credential: {} }),
  },
  'merchant/list-passkeys': { access: 'anyone', body: () => ({}) },
  'merchant/rename-passkey': {
    access: 'account',
    body: async (place) => ({ id: await newPasskey(place), name: 'Another name' }),
    deletedBody: async () => ({ id: crypto.randomUUID(), name: 'Another name' }),
  },
  'merchant/remove-passkey': {
    access: 'account',
    body: async (place) => ({ id: await newPasskey(place) }),
    deletedBody: async () => ({ id: crypto.randomUUID() }),
  },
  'merchant/begin-passkey-log-in': { access: 'anyone', body: () => ({}) },
  'merchant/log-in-with-passkey': {
    ...{ access: 'anyone', answers: 'wrong' },
    body: () => ({ credential: {} }),
  },
  'merchant/begin-passkey-step-up': {
    ...{ access: 'anyone', answers: 'none' },
    body: async ({ test }) => {
      await test.database.query(sql`delete from passkey`);
      return {};
    },
  },
  'merchant/begin-totp': {
    ...{ access: 'anyone', answers: 'wrong' },
    body: () => ({ password: 'not mine' }),
  },
  'merchant/confirm-totp': {
    ...{ access: 'anyone', answers: 'notBegun' },
    body: () => ({ code: '123456' }),
  },
  'merchant/disable-totp': {
    ...{ access: 'anyone', answers: 'wrong' },
    body: () => ({ password: 'not mine', code: '123456' }),
  },
  'merchant/renew-recovery-codes': {
    ...{ access: 'anyone', answers: 'notOn' },
    body: async ({ test }) => {
      await test.database.query(sql`delete from passkey`);
      return {};
    },
  },
  'merchant/log-out-everywhere': { access: 'anyone', body: () => ({}) },
  'api-key/create-key': {
    access: 'anyone',
    body: async (place) => {
      const { publicKey } = await takeKeyPair();
      const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
      return { environment: place.environment, nickname: uniqueName(place), publicKey: pem };
    },
  },
  'api-key/delete-key': {
    access: 'account',
    body: async (place) => ({ id: (await newKey(place)).id }),
    deletedBody: async (place) => {
      const { id } = await newKey(place);
      await deleteKey(place.test, id);
      return { id };
    },
  },
} as const satisfies SomeRows;

/** The expected answers of every action. */
export const rows: Rows = {
  ...accountRows,
  ...storeRows,
  ...productRows,
  ...sellingRows,
  ...supportRows,
};

export function rowsOf(path: string): readonly Row[] {
  const found: Row | readonly Row[] | undefined = (rows as Readonly<Record<string, Row>>)[path];
  return found === undefined ? [] : [found].flat();
}

import { callAsNobody, newEmail, PASSWORD } from '../support/accounts.ts';
import { takeKeyPair } from '../support/key-pairs.ts';
import { newLink } from './bindings.ts';
import { deleteKey, newKey, uniqueName } from './objects.ts';
import { productRows } from './product-rows.ts';
import type { Row, Rows, SomeRows } from './row.ts';
import { sellingRows } from './selling-rows.ts';
import { storeRows } from './store-rows.ts';

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
    access: 'anyone',
    body: async (place) => ({ token: await newLink(place, 'confirm_email') }),
  },
  'merchant/request-email-confirmation': { access: 'anyone', body: () => ({}) },
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

/** What every action answers to whom. */
export const rows: Rows = {
  ...accountRows,
  ...storeRows,
  ...productRows,
  ...sellingRows,
};

export function rowsOf(path: string): readonly Row[] {
  const found: Row | readonly Row[] | undefined = (rows as Readonly<Record<string, Row>>)[path];
  return found === undefined ? [] : [found].flat();
}

import type { Action } from './contract/action.ts';
import { createKey } from './domain/api-key/create-key.ts';
import { deleteKey } from './domain/api-key/delete-key.ts';
import { logIn } from './domain/merchant/log-in.ts';
import { logOut } from './domain/merchant/log-out.ts';
import { signUp } from './domain/merchant/sign-up.ts';
import { createStore } from './domain/store/create-store.ts';
import { deleteStore } from './domain/store/delete-store.ts';
import { updateStore } from './domain/store/update-store.ts';

/** Every action of the service; routing, reference, client and tests are derived from this list. */
export const actions: readonly Action[] = [
  signUp,
  logIn,
  logOut,
  createKey,
  deleteKey,
  createStore,
  updateStore,
  deleteStore,
];

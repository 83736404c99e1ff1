import type { DashboardCaller } from '../../contract/caller.ts';
import type { ErrorRow } from '../../contract/errors.ts';
import type { Tx } from '../../database/database.ts';
import type { Passwords } from '../../kit/password.ts';
import { ownAccount } from './merchant.ts';

/** Attempts at the current password per minute, across all sessions. */
export const OWN_PASSWORD_TRIES = { limit: 5, by: () => '' } as const;

/** Returns the caller's account if the password matches; throws `wrong` otherwise. */
export async function checkOwnPassword(
  transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  passwords: Passwords,
  caller: DashboardCaller,
  password: string,
  wrong: ErrorRow,
) {
  const account = await transact((tx) => ownAccount(tx, caller.merchantId));
  if (!(await passwords.matches(password, account.passwordHash))) throw wrong();
  return account;
}

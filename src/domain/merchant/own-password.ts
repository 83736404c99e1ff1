import type { PrepareContext } from '../../contract/action.ts';
import type { ErrorRow } from '../../contract/errors.ts';
import { ownAccount } from './merchant.ts';

/** Attempts at the current password or a code per minute, across all actions and sessions. */
export const OWN_PASSWORD_TRIES = { name: 'own-password', limit: 5, by: () => '' } as const;

/** Returns the caller's account if the password matches; throws `wrong` otherwise. */
export async function checkOwnPassword(
  {
    transact,
    ports,
    caller,
    network,
  }: Pick<PrepareContext<'dashboard', unknown>, 'transact' | 'ports' | 'caller' | 'network'>,
  password: string,
  wrong: ErrorRow,
) {
  const account = await transact((tx) => ownAccount(tx, caller.merchantId));
  const { passwordHash } = account;
  if (!(await ports.passwords.matches(password, passwordHash, network))) throw wrong();
  return account;
}

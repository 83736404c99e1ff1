import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import type { Act } from './describe-act.ts';
import { recordAct } from './record-act.ts';

/** The operator has no key and no session. */
const NO_CREDENTIAL = '00000000-0000-0000-0000-000000000000';

/** Records an operator's act on behalf of the merchant. */
export function recordOperatorAct(
  tx: Tx,
  merchantId: Id<'MER'>,
  act: Act,
  path: string,
  now: Date,
): Promise<void> {
  const credential = { credential: 'operator', credentialId: NO_CREDENTIAL } as const;
  return recordAct(tx, { merchantId, ...credential }, act, path, now);
}

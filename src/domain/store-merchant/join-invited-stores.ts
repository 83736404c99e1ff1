import type { DashboardCaller } from '../../contract/caller.ts';
import type { Tx } from '../../database/database.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { describeAct } from '../audit/describe-act.ts';
import { recordAct } from '../audit/record-act.ts';
import { acceptInvitations, type JoinedStore } from './invitation.queries.ts';

/** The call that confirms the address. */
interface JoiningCall {
  readonly path: string;
  readonly input: unknown;
  /** The store that the call's own audit entry is about. */
  readonly storeId?: Id<'STO'>;
}

/**
 * Turns every live invitation of the account's address into a membership, and adds an entry to the
 * audit log of each store. The address must have been confirmed in this transaction or before.
 * Returns the new memberships.
 */
export async function joinInvitedStores(
  tx: Tx,
  { merchantId, sessionId }: Pick<DashboardCaller, 'merchantId' | 'sessionId'>,
  call: JoiningCall,
  now: Date,
): Promise<JoinedStore[]> {
  const joined = await acceptInvitations(tx, merchantId, now);
  const actor = { merchantId, credential: 'dashboard', credentialId: sessionId } as const;
  const subject = { subjectType: 'merchant', subjectId: encodeId('MER', merchantId) };
  for (const { storeId, role } of joined) {
    if (storeId === call.storeId) continue;
    const act = describeAct(call.path, call.input, {}, { storeId, ...subject, details: { role } });
    await recordAct(tx, actor, act, call.path, now);
  }
  return joined;
}

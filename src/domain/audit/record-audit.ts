import type { Action, Answer } from '../../contract/action.ts';
import {
  type Caller,
  type Environment,
  isMerchant,
  type MerchantCaller,
} from '../../contract/caller.ts';
import { leaveToCommit, type Tx } from '../../database/database.ts';
import { newUuid } from '../../kit/id.ts';
import { type AuditRow, insertAuditEntry } from './audit.queries.ts';
import { describeAct } from './describe-act.ts';

/** A call of an action that is about to commit. */
export interface Call {
  readonly action: Action;
  readonly caller: Caller;
  readonly input: unknown;
  readonly answer: Answer<unknown>;
  readonly now: Date;
}

/**
 * Records who did what with which credential, in the act's own transaction. The pipeline calls this
 * for every action; only a merchant's calls of audited actions leave an entry.
 */
export function recordAudit(tx: Tx, call: Call): void {
  const { action, caller, now } = call;
  if (action.audited === false || !isMerchant(caller)) return;
  const act = describeAct(action.path, call.input, call.answer.data, call.answer.audit ?? {});
  const entry: AuditRow = {
    storeId: act.storeId,
    subjectType: act.subjectType,
    subjectId: act.subjectId,
    details: act.details,
    id: newUuid(now),
    merchantId: caller.merchantId,
    credential: caller.kind,
    credentialId: caller.kind === 'apiKey' ? caller.keyId : caller.sessionId,
    action: action.path,
    environment: call.answer.audit?.environment ?? environmentOf(action, caller),
    at: now,
  };
  leaveToCommit(insertAuditEntry(tx, entry));
}

function environmentOf(action: Action, caller: MerchantCaller): Environment | null {
  return action.environment === 'credential' ? caller.environment : null;
}

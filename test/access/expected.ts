import type { Action } from '../../src/contract/action.ts';
import type { CallerKind } from '../../src/contract/caller.ts';
import type { ErrorRow } from '../../src/contract/errors.ts';
import { testKeyErrors } from '../../src/domain/store/test-key.ts';
import { gatewayErrors } from '../../src/gateway/errors.ts';
import type { Credential } from './credentials.ts';
import { absentOf, type Row } from './row.ts';

/** Whose object a call names: the own store's, another store's of the same owner, … */
export const OBJECTS = ['own', 'sibling', 'foreign', 'deleted', 'missing'] as const;
export type ObjectKind = (typeof OBJECTS)[number];

/** The properties of a caller on which the answer depends. */
export type Claim = Pick<Credential, 'kind' | 'refusal' | 'role' | 'environment'>;

/** The error row a call must be answered with; null is success. */
export function answerOf(
  action: Action,
  row: Row,
  credential: Claim,
  object: ObjectKind,
): ErrorRow | null {
  const refusal = refusalAtTheGate(action, row, credential);
  if (refusal) return refusal;
  const name = nameOfAnswer(row, credential, object);
  const succeeds = name === null || name === row.answers;
  if (succeeds && row.shared && isTestKey(credential)) return testKeyErrors.forbidden;
  return name === null ? null : errorOf(action, name);
}

function isTestKey({ kind, environment }: Claim): boolean {
  return kind === 'apiKey' && environment === 'test';
}

/** The kinds of callers that a row's body is meant for. */
export function callersOf(action: Action, { callers = action.auth }: Row): readonly CallerKind[] {
  return callers;
}

/** The answer to a credential regardless of the object. Sign-up and login ignore credentials. */
function refusalAtTheGate(action: Action, row: Row, { kind, refusal }: Claim): ErrorRow | null {
  if (action.auth.includes('anonymous')) return null;
  if (kind === null) return refusal ?? null;
  return callersOf(action, row).includes(kind) ? null : gatewayErrors.insufficientPermissions;
}

function nameOfAnswer(row: Row, credential: Claim, object: ObjectKind): string | null {
  if (row.access === 'anyone') return row.answers ?? null;
  if (object === 'foreign' && row.foreign) return row.foreign;
  if (object === 'sibling' && !ownsSibling(credential)) return row.foreign ?? absentOf(row);
  if (object === 'deleted' && row.deleted && credential.role === 'owner') return row.deleted;
  if (object !== 'own' && object !== 'sibling') return absentOf(row);
  if (row.testOnly && credential.environment === 'prod') return 'forbidden';
  if (mayAct(row, credential)) return row.answers ?? null;
  return row.access === 'account' ? absentOf(row) : 'forbidden';
}

/** Only the owner's; everyone else belongs to one store. */
function ownsSibling({ role }: Claim): boolean {
  return role === 'owner';
}

function mayAct({ access }: Row, { role }: Claim): boolean {
  if (role === null || role === 'owner') return true;
  if (role === 'admin') return access === 'write' || access === 'read';
  return access === 'read';
}

/** The row of the action's own table. Throws if the test's table names a row that doesn't exist. */
export function errorOf(action: Action, name: string): ErrorRow {
  const row = action.errors[name];
  if (!row) throw new Error(`${action.path} has no error row ${name}`);
  return row;
}

/** The exact text of the envelope with the error. */
export function textOf(row: ErrorRow): string {
  const { forbidden, testKey } = testKeyErrors;
  const rows = row === forbidden ? [forbidden, testKey] : [row];
  const errors = rows.map(({ template, layer }) => ({ message: template, layer }));
  return JSON.stringify({ data: null, errors });
}

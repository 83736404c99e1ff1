import { expect } from 'vitest';
import type { Action } from '../../src/contract/action.ts';
import type { Reply } from '../support/merchant.ts';
import { type Credential, credentialsIn } from './credentials.ts';
import { answerOf, errorOf } from './expected.ts';
import type { Place } from './places.ts';
import type { Row } from './row.ts';

export interface Call {
  readonly action: Action;
  readonly credential: Credential;
  readonly reply: Reply;
}

/** Runs every row with a valid body and each of the place's credentials that has access. */
export async function runAll(
  place: Place,
  cases: readonly { readonly action: Action; readonly row: Row }[],
  most = Number.POSITIVE_INFINITY,
): Promise<Call[]> {
  const calls: Call[] = [];
  for (const { action, row } of cases) {
    const credentials = (await credentialsFor(place, action, row)).slice(0, most);
    const status = row.answers ? errorOf(action, row.answers).status : 200;
    for (const credential of credentials) {
      const reply = await credential.send(action, await row.body(place));
      expect([action.path, reply.status, reply.text]).toEqual([action.path, status, reply.text]);
      calls.push({ action, credential, reply });
    }
  }
  return calls;
}

export async function credentialsFor(
  place: Place,
  action: Action,
  row: Row,
): Promise<Credential[]> {
  const all = await credentialsIn(place);
  // Sign-up and login ignore credentials, and hash a password each time.
  if (action.auth.includes('anonymous')) return all.slice(0, 1);
  return all.filter((credential) => {
    const answer = answerOf(action, row, credential, 'own');
    return answer === null || answer === action.errors[row.answers ?? ''];
  });
}

const ID = /(?:PROD|ORD|PAY|cs)_[\w-]{22,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const EMAIL = /"[^"]*@[^"]*"/g;

/** The ids of objects that environment-bound calls created or found; a new API key is bound too. */
export function idsIn(calls: readonly Call[]): Set<string> {
  const bound = calls.filter(
    ({ action }) => action.environment === 'credential' || action.path.startsWith('api-key/'),
  );
  return new Set(bound.flatMap(({ reply }) => reply.text.replaceAll(EMAIL, '').match(ID) ?? []));
}

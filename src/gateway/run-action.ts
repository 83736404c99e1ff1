import type { Action } from '../contract/action.ts';
import type { Caller, CallerKind } from '../contract/caller.ts';
import { admit, type Door } from './admit.ts';
import type { Fields } from './call.ts';
import { clientOf } from './client-place.ts';
import { refuseOtherSites } from './credentials/dashboard-session.ts';
import { NO_HEADERS } from './execute.ts';
import type { Gateway, Outgoing } from './gateway.ts';
import type { Incoming } from './incoming.ts';
import { readJson } from './read-json.ts';
import { runOnce } from './run-once.ts';
import { explainRefusals } from './second-factor-scope.ts';

/** Runs a call of an action, one line per step (docs/architecture.md, life of a request). */
export async function runAction(
  gateway: Gateway,
  action: Action,
  incoming: Incoming,
): Promise<Outgoing> {
  const now = gateway.clock.now();
  const caller = await identify(gateway, action, incoming, now);
  const outgoing = await runActionAs(gateway, action, caller, incoming, now);
  gateway.authenticator.rememberSession(outgoing.headers, now);
  return outgoing;
}

/** The same from the rate limit on, for a known caller. A page may have read the body already. */
export async function runActionAs(
  gateway: Gateway,
  action: Action,
  caller: Caller,
  incoming: Incoming,
  now: Date,
  readBody: () => Promise<Fields> = () => readJson(incoming.body, incoming.address),
): Promise<Outgoing> {
  const { headers, chargeAnswer } = admit(gateway, caller, doorOf(action), incoming, now);
  const body = action.ignoresBody ? {} : await readBody();
  const call = { caller, address: incoming.address, body };
  const key = action.ignoresBody ? undefined : incoming.headers['x-idempotency-key'];
  const explain = explainRefusals(gateway.database, caller);
  const run = () => runOnce(gateway, action, call, key, now).catch(explain);
  const outgoing = await gateway.declineLimits.bound({ action, caller, incoming }, now, run);
  chargeAnswer(outgoing.body.length);
  return withHeaders(outgoing, headers);
}

/** The callers that an action admits. */
export function doorOf({ auth, environment }: Action): Door {
  return { allows: (caller): caller is Caller => auth.includes(caller.kind), environment };
}

/** Sign-up and login take no credential, only the dashboard's origin: they set its cookie. */
async function identify(
  gateway: Gateway,
  action: Action,
  incoming: Incoming,
  now: Date,
): Promise<Caller> {
  const nobody: CallerKind = 'anonymous';
  if (action.auth.includes(nobody)) {
    refuseOtherSites(incoming, gateway.ports.publicUrl);
    return { kind: nobody, client: clientOf(incoming) };
  }
  return gateway.authenticator.authenticate(incoming, now);
}

function withHeaders(
  { status, body, headers }: Outgoing,
  others: Readonly<Record<string, string>>,
): Outgoing {
  return { status, body, headers: headers === NO_HEADERS ? others : { ...headers, ...others } };
}

import type { Action } from '../../src/contract/action.ts';
import type { CallerKind } from '../../src/contract/caller.ts';
import type { ErrorRow } from '../../src/contract/errors.ts';
import { gatewayErrors } from '../../src/gateway/errors.ts';
import { callAsNobody } from '../support/accounts.ts';
import { openDashboard } from '../support/dashboard.ts';
import {
  type Environment,
  post,
  type Reply,
  signHeaders,
  type TestMerchant,
} from '../support/merchant.ts';
import { callAsBuyer, callAsVisitor, makeBuyerToken } from '../support/selling.ts';
import { deleteKey, newKey } from './objects.ts';
import { type Place, type Places, type Staff, shopAt } from './places.ts';

/** One way to call actions. */
export interface Credential {
  readonly name: string;
  /** Null: it doesn't authenticate, and `refusal` is the expected error. */
  readonly kind: CallerKind | null;
  readonly refusal?: ErrorRow;
  /** The role on the own store; null for visitors and buyers. */
  readonly role: 'owner' | 'admin' | 'member' | null;
  readonly environment: Environment;
  send(action: Action, body: unknown): Promise<Reply>;
}

/** Every kind of caller: the owner's two keys, and one of each other kind in test. */
export async function everyCredential(places: Places, staff: Required<Staff>) {
  const place = places.test;
  return [
    apiKey(places.test),
    apiKey(places.prod),
    await deadKey(place),
    slug(place),
    await token(place),
    await dashboard(place, 'owner', place.owner),
    await dashboard(place, 'admin', staff.admin),
    await dashboard(place, 'member', staff.member),
    nobody(place),
  ];
}

/** The credentials of one environment's owner, visitor and buyer. */
export async function credentialsIn(place: Place): Promise<Credential[]> {
  return [
    apiKey(place),
    slug(place),
    await token(place),
    await dashboard(place, 'owner', place.owner),
  ];
}

export function apiKey({ owner, environment }: Place): Credential {
  return {
    ...{ name: `${environment} key`, kind: 'apiKey', role: 'owner', environment },
    send: ({ path }, body) => owner.call(path, body, { environment }),
  };
}

async function deadKey(place: Place): Promise<Credential> {
  const { test, owner, environment } = place;
  const { privateKey } = await place.keep('deleted key', async () => {
    const key = await newKey(place);
    await deleteKey(test, key.id);
    return key;
  });
  return {
    ...{ name: 'deleted key', kind: null, role: null, environment },
    refusal: gatewayErrors.invalidSignature,
    send: ({ path }, body) => {
      const target = `/v1/actions/${path}`;
      const text = JSON.stringify(body);
      return post(test.baseUrl, target, text, signHeaders(target, text, owner.shortId, privateKey));
    },
  };
}

export function slug({ test, store, environment }: Place): Credential {
  return {
    ...{ name: 'slug', kind: 'slug', role: null, environment },
    send: ({ path }, body) => callAsVisitor(test, store.slug, path, body, { environment }),
  };
}

export async function token(place: Place): Promise<Credential> {
  const { test, environment } = place;
  const text = await makeBuyerToken(shopAt(place), 'buyer-1', environment);
  return {
    ...{ name: 'session token', kind: 'token', role: null, environment },
    send: ({ path }, body) => callAsBuyer(test, text, path, body, { environment }),
  };
}

/** A dashboard sends the environment exactly when the action's rule requires it. */
export async function dashboard(
  { test, environment }: Place,
  role: 'owner' | 'admin' | 'member',
  merchant: Pick<TestMerchant, 'id'>,
): Promise<Credential> {
  const { call } = await openDashboard(test, merchant);
  return {
    ...{ name: `dashboard (${role})`, kind: 'dashboard', role, environment },
    send: ({ path, environment: rule }, body) =>
      call(path, body, { environment: rule === 'credential' ? environment : null }),
  };
}

function nobody({ test, environment }: Place): Credential {
  return {
    ...{ name: 'nothing', kind: null, role: null, environment },
    refusal: gatewayErrors.missingAuthentication,
    send: ({ path }, body) => callAsNobody(test, path, body),
  };
}

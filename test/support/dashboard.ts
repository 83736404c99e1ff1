import { insertSession } from '../../src/domain/merchant/merchant.queries.ts';
import { newUuid } from '../../src/kit/id.ts';
import { newSessionSecret, sessionHash } from '../../src/kit/session-secret.ts';
import { addMs } from '../../src/kit/time.ts';
import {
  type CallOptions,
  makeMerchant,
  post,
  type Reply,
  type ServedDatabase,
  type TestMerchant,
} from './merchant.ts';
import type { TestApp } from './test-app.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Calls actions with a merchant's dashboard session. */
export interface TestDashboard {
  readonly sessionId: string;
  /** The `cookie` header it sends. */
  readonly cookie: string;
  /** Environment null: no `X-Environment` header, as publishing requires. */
  call(path: string, body: unknown, options?: DashboardOptions): Promise<Reply>;
}

type DashboardOptions = Omit<CallOptions, 'environment'> & {
  readonly environment?: CallOptions['environment'] | null;
};

/** Logs a merchant in without the cost of hashing a password. */
export async function openDashboard(
  test: ServedDatabase,
  merchant: Pick<TestMerchant, 'id'>,
): Promise<TestDashboard> {
  const secret = newSessionSecret();
  const now = test.clock.now();
  const sessionId = newUuid(now);
  await insertSession(test.database, {
    id: sessionId,
    tokenHash: sessionHash(secret),
    merchantId: merchant.id,
    createdAt: now,
    expiresAt: addMs(now, DAY_MS),
  });
  const cookie = `tillgate_session=${secret}`;
  return {
    sessionId,
    cookie,
    call: (path, body, { environment = 'test', headers = {} } = {}) =>
      post(test.baseUrl, `/v1/actions/${path}`, JSON.stringify(body), {
        cookie,
        ...(environment ? { 'x-environment': environment } : {}),
        ...headers,
      }),
  };
}

/** Another merchant with a role on the owner's store. */
export async function makeMember(
  test: TestApp,
  owner: TestMerchant,
  storeId: string,
  role: 'admin' | 'member',
): Promise<TestMerchant> {
  const member = await makeMerchant(test);
  await addMember(owner, storeId, member.email, role);
  return member;
}

/** Gives an existing account a role on the owner's store. */
export async function addMember(
  owner: TestMerchant,
  storeId: string,
  email: string,
  role: 'admin' | 'member',
): Promise<void> {
  const reply = await owner.call('store-merchant/add-merchant', { storeId, email, role });
  if (reply.status !== 200) throw new Error(`add-merchant answered ${reply.text}`);
}

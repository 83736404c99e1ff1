import { sql } from '../../src/database/database.ts';
import { uuidOf } from '../support/catalogue.ts';
import { type Environment, makeStore, type TestMerchant } from '../support/merchant.ts';
import { dataOf, type Shop } from '../support/selling.ts';
import type { TestApp } from '../support/test-app.ts';

export const ENVIRONMENTS = ['test', 'prod'] as const;
/** A marker in every text of an environment's objects. */
export const MARKS = { test: 'only-in-test', prod: 'only-in-prod' } as const;

/** A store in one environment, in which the rows create the objects they act on. */
export interface Place {
  readonly test: TestApp;
  readonly owner: TestMerchant;
  readonly store: { readonly id: string; readonly slug: string };
  readonly environment: Environment;
  /** An object that rows may share, created at the first call. */
  keep<T>(name: string, make: () => Promise<T>): Promise<T>;
  /** Like `keep`, for objects that both environments of the store share. */
  keepForBoth<T>(name: string, make: () => Promise<T>): Promise<T>;
}

/** A store in both environments. */
export type Places = Readonly<Record<Environment, Place>>;

/** The store's other members by role. */
export type Staff = Readonly<Partial<Record<'admin' | 'member', TestMerchant>>>;

/** A new store of the merchant, enabled for production. */
export async function makePlaces(
  test: TestApp,
  owner: TestMerchant,
  staff: Staff = {},
): Promise<Places> {
  const store = await makeStore(owner);
  await test.database.query(
    sql`update store set prod_enabled = true where id = ${uuidOf('STO', store.id)}`,
  );
  for (const [role, merchant] of Object.entries(staff)) {
    await giveRole(test, store.id, merchant.id, role);
  }
  const keepForBoth = makeKeeper();
  const place = (environment: Environment): Place => ({
    ...{ test, owner, store, environment, keepForBoth },
    keep: makeKeeper(),
  });
  return { test: place('test'), prod: place('prod') };
}

function makeKeeper(): Place['keep'] {
  const kept = new Map<string, Promise<unknown>>();
  return <T>(name: string, make: () => Promise<T>) => {
    const found = kept.get(name) ?? make();
    kept.set(name, found);
    return found as Promise<T>;
  };
}

export async function giveRole(
  test: TestApp,
  storeId: string,
  merchantId: string,
  role: string,
): Promise<void> {
  await test.database.query(sql`
    insert into store_merchant (store_id, merchant_id, role, created_at)
    values (${uuidOf('STO', storeId)}, ${merchantId}, ${role}, ${test.clock.now()})`);
}

/** Deletes the store regardless of blockers, as an operator would by hand. */
export async function markDeleted(test: TestApp, storeId: string): Promise<void> {
  await test.database.query(sql`
    update store set deleted_at = ${test.clock.now()} where id = ${uuidOf('STO', storeId)}`);
}

/** Calls an action with the owner's key of the place's environment; returns the answer's data. */
export async function callAt(place: Place, path: string, body: unknown) {
  const { owner, environment } = place;
  return dataOf(await owner.call(path, body, { environment }));
}

/** The place in the shape that the selling helpers expect. */
export function shopAt({ test, owner, store }: Place, productId = ''): Shop {
  return { test, merchant: owner, store, productId };
}

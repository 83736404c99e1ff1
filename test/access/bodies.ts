import { encodeId, newId } from '../../src/kit/id.ts';
import { newSecretCode } from '../../src/kit/secret-code.ts';
import { type Environment, makeMerchant } from '../support/merchant.ts';
import type { TestApp } from '../support/test-app.ts';
import type { ObjectKind } from './expected.ts';
import { makePlaces, markDeleted, type Place, type Places, type Staff } from './places.ts';
import type { Fields, Row } from './row.ts';

/** The merchants of a test and their stores. */
export interface World {
  readonly test: TestApp;
  /** The store that staff, slug and session token belong to. */
  readonly own: Places;
  /** Another store of the same owner. */
  readonly sibling: Places;
  /** A store of another merchant. */
  readonly foreign: Places;
  readonly staff: Required<Staff>;
}

export async function makeWorld(test: TestApp): Promise<World> {
  const [owner, admin, member, stranger] = await Promise.all([
    makeMerchant(test),
    makeMerchant(test),
    makeMerchant(test),
    makeMerchant(test),
  ]);
  const staff = { admin, member };
  // In turn: on a cluster, statements that give roles could deadlock.
  const own = await makePlaces(test, owner, staff);
  const sibling = await makePlaces(test, owner);
  const foreign = await makePlaces(test, stranger);
  return { test, own, sibling, foreign, staff };
}

/** A valid body for an object of the given kind. */
export async function bodyOf(
  world: World,
  row: Row,
  object: ObjectKind,
  environment: Environment,
): Promise<Fields> {
  if (object === 'missing') return withUnusedIds(await row.body(world.own[environment]));
  if (object !== 'deleted') return row.body(world[object][environment]);
  const place = await doomedPlace(world, environment);
  const body = await (row.deletedBody ?? row.body)(place);
  await markDeleted(world.test, place.store.id);
  return body;
}

/** A body for the caller's own store that names an object of another place. */
export async function secondBodyOf(
  world: World,
  second: NonNullable<Row['second']>,
  object: Exclude<ObjectKind, 'own'>,
): Promise<Fields> {
  const own = world.own.test;
  if (object === 'sibling' || object === 'foreign') return second.body(own, world[object].test);
  const doomed = await doomedPlace(world, 'test');
  const body = await second.body(own, doomed);
  await markDeleted(world.test, doomed.store.id);
  if (object === 'deleted') return body;
  // Only deletes the other place, so that the body for the own store stays valid.
  const ownBody = JSON.stringify(await second.body(own, own));
  const changed = Object.entries(body).map(([name, value]) => {
    const isShared = ownBody.includes(JSON.stringify(value));
    return [name, isShared || name === 'id' ? value : withUnusedIds({ value }).value];
  });
  return Object.fromEntries(changed);
}

/** A store with the same members, about to be deleted. */
async function doomedPlace({ test, own, staff }: World, environment: Environment): Promise<Place> {
  return (await makePlaces(test, own[environment].owner, staff))[environment];
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const SHORT_ID = /"(STO|PROD|ORD|PAY|TKT|MER)_[0-9A-Za-z]{22}"/g;
/** The token of an invitation. */
const CODE = /"[\w-]{32}"/g;

/** The body with its ids and codes replaced by ones that don't exist. */
export function withUnusedIds(body: Fields): Fields {
  const text = JSON.stringify(body)
    .replaceAll(UUID, () => crypto.randomUUID())
    .replaceAll(CODE, () => JSON.stringify(newSecretCode()))
    .replaceAll(SHORT_ID, (_id, prefix: 'STO') =>
      JSON.stringify(encodeId(prefix, newId(prefix, new Date()))),
    );
  return JSON.parse(text);
}

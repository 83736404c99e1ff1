import { createHash } from 'node:crypto';
import { sql } from '../../src/database/database.ts';
import { insertApiKey } from '../../src/domain/api-key/api-key.queries.ts';
import { deletePasskeys, insertPasskey } from '../../src/domain/merchant/passkey.queries.ts';
import { notePicture } from '../../src/domain/picture/picture.queries.ts';
import { putInvitation } from '../../src/domain/store-merchant/invitation.queries.ts';
import { encodeId, newId, newUuid } from '../../src/kit/id.ts';
import { newSecretCode, secretCodeHash } from '../../src/kit/secret-code.ts';
import { addMs } from '../../src/kit/time.ts';
import { newEmail } from '../support/accounts.ts';
import { type Kind, makeGroup, makeProduct, uuidOf } from '../support/catalogue.ts';
import { takeKeyPair } from '../support/key-pairs.ts';
import { makeStore } from '../support/merchant.ts';
import type { TestApp } from '../support/test-app.ts';
import { makeWebhook } from '../support/webhook.ts';
import { callAt, giveRole, MARKS, type Place } from './places.ts';

const HOUR_MS = 60 * 60 * 1000;

/** A new product in the place's environment only; returns `PROD_xxx`. */
export async function newProduct(place: Place, kind: Kind): Promise<string> {
  const owner = { merchant: place.owner, storeId: place.store.id };
  const fields = { name: MARKS[place.environment] };
  return (await makeProduct(owner, kind, fields, place.environment)).id;
}

/** A product shared by rows that don't change it. */
export function anyProduct(place: Place, kind: Kind): Promise<string> {
  return place.keep(`${kind} product`, () => newProduct(place, kind));
}

/** A new group with a new product; returns its UUID. */
export async function newGroup(place: Place): Promise<string> {
  const productIds = [await newProduct(place, 'subscription')];
  const owner = { merchant: place.owner, storeId: place.store.id };
  const fields = { name: uniqueName(place), productIds };
  return (await makeGroup(owner, fields, place.environment)).id;
}

/** A test group that can be published. Either key may publish, so it ignores the environment. */
export async function publishableGroup(place: Place): Promise<string> {
  const there: Place = { ...place, environment: 'test' };
  const id = await newProduct(there, 'subscription');
  await callAt(there, 'subscription-product/publish-product', { id });
  const owner = { merchant: place.owner, storeId: place.store.id };
  return (await makeGroup(owner, { name: uniqueName(there), productIds: [id] })).id;
}

/** A picture recorded for the place's store but not stored; returns its id. */
export async function newPicture({ test, store }: Place): Promise<string> {
  const hash = createHash('sha256').update(crypto.randomUUID()).digest('hex');
  const now = test.clock.now();
  const storeId = uuidOf('STO', store.id);
  await notePicture(test.database, {
    ...{ storeId, hash, width: 1, height: 1, bytes: 1, createdAt: now },
  });
  return hash;
}

export function uniqueName({ environment }: Place): string {
  return `${MARKS[environment]} ${crypto.randomUUID().replaceAll('-', '')}`;
}

export async function newWebhook(place: Place): Promise<string> {
  const { owner, store, environment } = place;
  const url = `https://example.com/${MARKS[environment]}`;
  const more = { testMode: environment === 'test' };
  return (await makeWebhook(owner, store.id, url, more)).id;
}

export function anyWebhook(place: Place): Promise<string> {
  return place.keep('webhook', () => newWebhook(place));
}

/** A delivery of a sample event; returns its UUID. */
export async function newDelivery(place: Place): Promise<string> {
  const webhookId = await anyWebhook(place);
  const body = { storeId: place.store.id, webhookId };
  return (await callAt(place, 'store/send-test-event', body)).deliveries[0].id;
}

/** An account that has a role on the place's store; returns `MER_xxx`. */
export async function newMember(place: Place): Promise<string> {
  const { test, store } = place;
  const id = newId('MER', test.clock.now());
  await test.database.query(sql`
    insert into merchant (id, email, name, password_hash, created_at)
    values (${id}, ${newEmail()}, 'A member', 'no password', ${test.clock.now()})`);
  await giveRole(test, store.id, id, 'member');
  return encodeId('MER', id);
}

/** An open invitation of the address to the place's store; returns its token. */
export async function newInvitation(place: Place, email: string): Promise<string> {
  const { test, owner, store } = place;
  const token = newSecretCode();
  const createdAt = test.clock.now();
  await putInvitation(test.database, {
    ...{ storeId: uuidOf('STO', store.id), email, role: 'member', invitedBy: owner.id },
    testOnly: false,
    ...{ tokenHash: secretCodeHash(token), createdAt, expiresAt: addMs(createdAt, HOUR_MS) },
  });
  return token;
}

/** A new store of the owner, with the same roles as on the place's store; returns `STO_xxx`. */
export async function newStore({ test, owner, store }: Place): Promise<string> {
  const made = await makeStore(owner);
  await test.database.query(sql`
    insert into store_merchant (store_id, merchant_id, role, created_at)
    select ${uuidOf('STO', made.id)}::uuid, merchant_id, role, created_at from store_merchant
    where store_id = ${uuidOf('STO', store.id)} and role <> 'owner'`);
  return made.id;
}

/** A live API key of the place's owner. */
export async function newKey(place: Place) {
  const { test, owner, environment } = place;
  const { publicKey, privateKey } = await takeKeyPair();
  const id = newUuid(test.clock.now());
  const der = publicKey.export({ type: 'spki', format: 'der' });
  await insertApiKey(test.database, {
    ...{ id, merchantId: owner.id, environment, nickname: uniqueName(place) },
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: createHash('sha256').update(der).digest(),
    createdAt: test.clock.now(),
    expiresAt: null,
    twoFactor: true,
  });
  return { id, privateKey };
}

export async function deleteKey(test: TestApp, id: string): Promise<void> {
  await test.database.query(
    sql`update api_key set deleted_at = ${test.clock.now()} where id = ${id}`,
  );
}

/** A new passkey, the owner's only one; returns its id. */
export async function newPasskey({ test, owner }: Place): Promise<string> {
  const id = newUuid(test.clock.now());
  await deletePasskeys(test.database, owner.id);
  await insertPasskey(test.database, {
    ...{ id, merchantId: owner.id, name: 'A key', credentialId: id, transports: [] },
    ...{ publicKey: Buffer.from('no key'), counter: 0 },
    ...{ createdAt: test.clock.now(), lastUsedAt: null },
  });
  return id;
}

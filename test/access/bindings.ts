import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from '../../src/database/database.ts';
import {
  type LinkPurpose,
  putAccountLink,
} from '../../src/domain/merchant/account-link.queries.ts';
import { putSupportEmailCode } from '../../src/domain/store/support-email.queries.ts';
import { supportCodeContext } from '../../src/domain/store/support-email.ts';
import { putWebsiteChallenge } from '../../src/domain/store/website.queries.ts';
import { newSecretCode, secretCodeHash } from '../../src/kit/secret-code.ts';
import { addMs } from '../../src/kit/time.ts';
import { websiteRecordValue } from '../../src/kit/website-proof.ts';
import { createSecrets } from '../../src/secrets.ts';
import { newEmail } from '../support/accounts.ts';
import { uuidOf } from '../support/catalogue.ts';
import { makeAccount, type TestMerchant } from '../support/merchant.ts';
import { TEST_SECRET_KEY } from '../support/test-app.ts';
import type { Place } from './places.ts';

const HOUR_MS = 60 * 60 * 1000;
const TOKEN = 'a-token-for-every-website';

/** A pending code for an address of the store; returns the body that confirms it. */
export async function newEmailCode({ test, store }: Place) {
  const storeId = uuidOf('STO', store.id);
  const email = newEmail();
  const code = '123456';
  const codeHash = createSecrets(TEST_SECRET_KEY).digest(code, supportCodeContext(storeId, email));
  const createdAt = test.clock.now();
  const life = { createdAt, expiresAt: addMs(createdAt, HOUR_MS) };
  await putSupportEmailCode(test.database, { storeId, email, codeHash, tries: 5, ...life });
  return { storeId: store.id, code };
}

/** A link mailed to an account, by default a new one; returns its token. */
export async function newLink(
  { test }: Place,
  purpose: LinkPurpose,
  account?: Pick<TestMerchant, 'id'>,
): Promise<string> {
  const { id: merchantId } = account ?? (await makeAccount(test));
  const token = newSecretCode();
  const createdAt = test.clock.now();
  const life = { createdAt, expiresAt: addMs(createdAt, HOUR_MS) };
  const link = { merchantId, purpose, tokenHash: secretCodeHash(token), ...life };
  await putAccountLink(test.database, link);
  return token;
}

/** Gives the store a support email and a website; returns the body that names the store. */
export async function bindStore({ test, store }: Place) {
  await test.database.query(sql`
    update store set support_email = ${newEmail()}, website = 'https://example.com/'
    where id = ${uuidOf('STO', store.id)}`);
  return { storeId: store.id };
}

/** A store can have only one open ticket at a time. */
export async function clearKybTickets({ test, store }: Place): Promise<void> {
  await test.database.query(
    sql`delete from kyb_ticket where store_id = ${uuidOf('STO', store.id)}`,
  );
}

/** Gives the store a pending challenge for a website that already serves the proof. */
export async function newProvenWebsite({ test, store }: Place): Promise<void> {
  const named = { storeId: uuidOf('STO', store.id), url: await siteUrl(), token: TOKEN };
  await putWebsiteChallenge(test.database, { ...named, createdAt: test.clock.now() });
}

let site: Promise<string> | null = null;

/** A site in this process that serves the proof; it doesn't keep the process alive. */
function siteUrl(): Promise<string> {
  site ??= new Promise((resolve) => {
    const server = createServer((_request, response) => response.end(websiteRecordValue(TOKEN)));
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    });
    server.unref();
  });
  return site;
}

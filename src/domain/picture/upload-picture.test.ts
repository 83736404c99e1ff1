import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows, expectError } from '../../../test/support/error-rows.ts';
import { makeMerchant, makeStore } from '../../../test/support/merchant.ts';
import { brokenPng, hugePng, png, pngWithPlace } from '../../../test/support/pictures.ts';
import { startTestApp, useTestApp } from '../../../test/support/test-app.ts';
import { base64, openPictures } from '../../../test/support/uploading.ts';
import { sql } from '../../database/database.ts';
import { uploadPicture } from './upload-picture.ts';

const folder = mkdtempSync(join(tmpdir(), 'tillgate-pictures-'));
const test = useTestApp({ PICTURES_DIR: folder, MAX_PICTURES_PER_STORE: '3' });
const UPLOAD = 'picture/upload-picture';
const UNUSED = 'STO_0000000000000000000001';

const open = () => openPictures(test);
const send = async (content: unknown) => (await open()).upload(content);
const get = (url: string) => fetch(test.baseUrl + new URL(url).pathname);

describe(UPLOAD, () => {
  it('serves the re-encoded picture under a permanent URL', async () => {
    const { upload, storeId } = await open();
    const { picture } = (await upload()).body.data;
    expect(picture).toMatchObject({ storeId, width: 8, height: 4, bytes: expect.any(Number) });
    const answer = await get(picture.url);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 12)]).toEqual([
      'RIFF',
      'WEBP',
    ]);
    expect((await upload()).body.data.picture).toEqual(picture);
  });

  it('drops the metadata of the original, such as its location', async () => {
    const { upload } = await open();
    const original = pngWithPlace();
    expect(Buffer.from(original).includes('GPS 52.5N')).toBe(true);
    const { picture } = (await upload(base64(original))).body.data;
    const served = Buffer.from(await (await get(picture.url)).arrayBuffer());
    expect(served.includes('GPS')).toBe(false);
    expect(served.includes('EXIF')).toBe(false);
  });

  it('scales a large picture down', async () => {
    const { upload } = await open();
    const { picture } = (await upload(base64(png(2_000, 500)))).body.data;
    expect([picture.width, picture.height]).toEqual([1_600, 400]);
  });

  it('never exceeds the limit under concurrent uploads', async () => {
    const { upload } = await open();
    const contents = [1, 2, 3, 4, 5].map((side) => base64(png(side, 1)));
    const replies = await Promise.all(contents.map((content) => upload(content)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400, 400]);
  });

  it('serves no other address', async () => {
    const { upload, storeId } = await open();
    const { picture } = (await upload()).body.data;
    const other = (await open()).storeId;
    for (const path of [
      `/pictures/${other}/${picture.id}.webp`,
      `/pictures/${storeId}/${picture.id}.png`,
      `/pictures/${storeId}/..%2f..%2fpackage.json`,
      `/pictures/x/${picture.id}.webp`,
    ]) {
      expect((await fetch(test.baseUrl + path)).status, path).toBe(404);
    }
  });
});

const UPLOAD_CASES = {
  missingId: async () => (await open()).merchant.call(UPLOAD, { content: 'AAAA' }),
  malformedId: {
    got: 'x',
    send: async () => (await open()).merchant.call(UPLOAD, { storeId: 'x', content: 'AAAA' }),
  },
  missingContent: () => send(null),
  notBase64: () => send('not base64!'),
  tooLarge: () => send(base64(new Uint8Array(700 * 1024 + 1))),
  notPicture: async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const words = 'Invalid content, must be a PNG, JPEG or WebP picture of at most 4 megapixels';
    for (const bytes of [svg, brokenPng(), Buffer.from('GIF89a')]) {
      expectError(await send(base64(bytes)), 400, words, 'store');
    }
    return send(base64(hugePng()));
  },
  tooMany: {
    got: '3',
    send: async () => {
      const { upload } = await open();
      for (const side of [1, 2, 3]) await upload(base64(png(side, 2)));
      return upload(base64(png(4, 2)));
    },
  },
  forbidden: async () => {
    const { merchant, storeId } = await open();
    const member = await makeMember(test, merchant, storeId, 'member');
    return member.call(UPLOAD, { storeId, content: base64(png(1, 1)) });
  },
  storeNotFound: async () =>
    (await open()).merchant.call(UPLOAD, { storeId: UNUSED, content: 'AAAA' }),
  going: async () => {
    const { upload, remove } = await open();
    const { picture } = (await upload(base64(png(5, 5)))).body.data;
    await remove(picture.id);
    await test.database.query(sql`
      update picture set is_removing = true where hash = ${picture.id} and removed_at is not null`);
    return upload(base64(png(5, 5)));
  },
  noStorage: () =>
    elsewhere({ PICTURES_DIR: '', DATABASE_URL: 'postgres://nowhere', SECRET_KEY: 'x'.repeat(32) }),
  storageFailed: () =>
    elsewhere({
      PICTURES_BUCKET_URL: 'http://127.0.0.1:1/bucket',
      PICTURES_BUCKET_ACCESS_KEY_ID: 'a',
      PICTURES_BUCKET_SECRET_ACCESS_KEY: 'b',
    }),
};
describeErrorRows(uploadPicture, UPLOAD_CASES);

/** Uploads to a service with other settings on the same database. */
async function elsewhere(settings: Readonly<Record<string, string>>) {
  const source = { database: test.database, url: test.databaseUrl, close: async () => {} };
  const other = await startTestApp(source, settings);
  const merchant = await makeMerchant(other);
  const { id: storeId } = await makeStore(merchant);
  const reply = await merchant.call(UPLOAD, { storeId, content: base64(png(2, 2)) });
  await other.app.http.close();
  return reply;
}

import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeMember } from '../../../test/support/dashboard.ts';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { png } from '../../../test/support/pictures.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { base64, openPictures } from '../../../test/support/uploading.ts';
import { DAY_MS } from '../../kit/period.ts';
import { deletePicture } from './delete-picture.ts';

const folder = mkdtempSync(join(tmpdir(), 'tillgate-pictures-'));
const test = useTestApp({ PICTURES_DIR: folder });
const DELETE = 'picture/delete-picture';
const UNUSED = 'STO_0000000000000000000001';
const open = () => openPictures(test);
const filesOf = () =>
  readdirSync(folder, { recursive: true }).filter((name) => /webp/.test(`${name}`));
const get = (url: string) => fetch(test.baseUrl + new URL(url).pathname);

describe(DELETE, () => {
  it('removes the picture after a day, unless it is uploaded again', async () => {
    const { upload, remove } = await open();
    const kept = (await upload(base64(png(3, 3)))).body.data.picture;
    const gone = (await upload(base64(png(3, 2)))).body.data.picture;
    expect((await remove(` ${gone.id}`)).status).toBe(404);
    for (const { id } of [kept, gone]) expect((await remove(id)).status).toBe(200);
    await upload(base64(png(3, 3)));
    await test.app.worker.runOnce();
    expect((await get(gone.url)).status).toBe(200);
    test.clock.advance(DAY_MS + 1000);
    const before = filesOf().length;
    await test.app.worker.runOnce();
    expect([(await get(kept.url)).status, (await get(gone.url)).status]).toEqual([200, 404]);
    expect(filesOf()).toHaveLength(before - 1);
  });

  it('removes the others if one can’t be removed', async () => {
    const { upload, remove } = await open();
    const known = filesOf();
    const urls: string[] = [];
    for (const width of [5, 6, 7]) {
      const { id, url } = (await upload(base64(png(width, 4)))).body.data.picture;
      urls.push(url);
      await remove(id);
    }
    const [stuck] = filesOf().filter((name) => !known.includes(name));
    const path = join(folder, `${stuck}`);
    rmSync(path);
    mkdirSync(path);
    test.clock.advance(DAY_MS + 1000);
    await expect(test.app.worker.runOnce()).rejects.toThrow();
    expect(filesOf().filter((name) => !known.includes(name))).toEqual([stuck]);
    rmdirSync(path);
    await test.app.worker.runOnce();
    for (const url of urls) expect((await get(url)).status).toBe(404);
  });
});

describeErrorRows(deletePicture, {
  missingStoreId: async () => (await open()).merchant.call(DELETE, { id: 'x' }),
  malformedId: {
    got: 'x',
    send: async () => (await open()).merchant.call(DELETE, { storeId: 'x', id: 'x' }),
  },
  missingId: async () => (await open()).remove(null),
  forbidden: async () => {
    const { merchant, storeId } = await open();
    const member = await makeMember(test, merchant, storeId, 'member');
    return member.call(DELETE, { storeId, id: 'x' });
  },
  storeNotFound: async () => (await open()).merchant.call(DELETE, { storeId: UNUSED, id: 'x' }),
  notFound: async () => {
    const theirs = (await (await open()).upload()).body.data.picture;
    return (await open()).remove(theirs.id);
  },
});

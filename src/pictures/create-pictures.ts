import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { PictureStorage, Pictures } from '../contract/pictures.ts';
import { createBucketStorage } from './bucket-storage.ts';
import { createPictureEncoder } from './encode-picture.ts';
import { createFolderStorage } from './folder-storage.ts';

/** Picture handling from the settings. */
export function createPictures(config: Config): Pictures {
  return {
    storage: storageOf(config),
    maxPerStore: config.MAX_PICTURES_PER_STORE,
    encode: createPictureEncoder(),
  };
}

function storageOf(config: Config): PictureStorage | null {
  if (config.PICTURES_BUCKET_URL) {
    return createBucketStorage({
      url: config.PICTURES_BUCKET_URL,
      region: config.PICTURES_BUCKET_REGION,
      accessKeyId: config.PICTURES_BUCKET_ACCESS_KEY_ID ?? '',
      secretAccessKey: config.PICTURES_BUCKET_SECRET_ACCESS_KEY ?? '',
    });
  }
  if (config.PICTURES_DIR) return createFolderStorage(config.PICTURES_DIR);
  // With a server, there may be other machines, which wouldn't see this one's folder.
  return config.DATABASE_URL ? null : createFolderStorage(join(config.DATA_DIR, 'pictures'));
}

/** A picture in its served form. */
export interface EncodedPicture {
  /** WebP, without the metadata of the original. */
  readonly content: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Storage of pictures: a folder or a bucket. The service chooses names. */
export interface PictureStorage {
  /** Stores the content under the name, replacing existing content. */
  put(name: string, content: Uint8Array): Promise<void>;
  /** Null if there is none. */
  get(name: string): Promise<Uint8Array | null>;
  /** Does nothing if there is none. */
  remove(name: string): Promise<void>;
}

/** Handlers' interface to pictures. */
export interface Pictures {
  /** Null if uploads are disabled. */
  readonly storage: PictureStorage | null;
  /** Maximum pictures of a store. */
  readonly maxPerStore: number;
  /**
   * Re-encodes an uploaded picture; null if it can't be decoded. Throws `BusyError` while too many
   * are waiting.
   */
  encode(original: Uint8Array, merchantId: string): Promise<EncodedPicture | null>;
}

/** The name of a store's picture, and the end of its URL. */
export function pictureName(storeId: string, hash: string): string {
  return `${storeId}/${hash}.webp`;
}

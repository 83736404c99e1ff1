/** A picture as it is served. */
export interface EncodedPicture {
  /** WebP, without the metadata of the original. */
  readonly content: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Where pictures lie: a folder, or a bucket. Names are chosen by the service. */
export interface PictureStorage {
  /** Keeps the content under the name, over what was there. */
  put(name: string, content: Uint8Array): Promise<void>;
  /** Null: there is none. */
  get(name: string): Promise<Uint8Array | null>;
  /** Does nothing where there is none. */
  remove(name: string): Promise<void>;
}

/** What handlers do with pictures. */
export interface Pictures {
  /** Null: nothing can be uploaded here. */
  readonly storage: PictureStorage | null;
  /** Pictures that a store may hold. */
  readonly maxPerStore: number;
  /**
   * A picture that somebody sent, re-encoded; null where it is none that can be read. Throws
   * `BusyError` while too many wait.
   */
  encode(original: Uint8Array): Promise<EncodedPicture | null>;
}

/** The name of a store's picture, and the end of its address. */
export function pictureName(storeId: string, hash: string): string {
  return `${storeId}/${hash}.webp`;
}

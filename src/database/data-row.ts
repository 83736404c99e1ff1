/// <reference path="./pg-parser.d.ts" />
import { Parser } from 'pg-protocol/dist/parser.js';

/** How texts are read: as they are, or a character for each byte of their UTF-8, which costs little. */
export type Encoding = 'utf8' | 'latin1';

/** The first byte of the message. */
const DATA_ROW = 68;
/** In the place of a length. */
const NULL = -1;

/** A row on the wire. It is read before the next one comes, which may be written over it. */
export class DataRow {
  readonly name = 'dataRow';
  readonly length: number;
  readonly #bytes: Buffer;
  readonly #offset: number;

  constructor(length: number, bytes: Buffer, offset: number) {
    this.length = length;
    this.#bytes = bytes;
    this.#offset = offset;
  }

  /** What the driver's own queries read. */
  get fields(): (string | null)[] {
    return this.read('utf8');
  }

  read(encoding: Encoding): (string | null)[] {
    const bytes = this.#bytes;
    const fields = new Array<string | null>(bytes.readInt16BE(this.#offset));
    let at = this.#offset + 2;
    for (let nth = 0; nth < fields.length; nth += 1) {
      const length = bytes.readInt32BE(at);
      at += 4;
      if (length === NULL) {
        fields[nth] = null;
        continue;
      }
      fields[nth] = bytes.toString(encoding, at, at + length);
      at += length;
    }
    return fields;
  }
}

/** From now on the driver's rows come as they are. */
export function leaveRowsRaw(): void {
  const { prototype } = Parser;
  const { handlePacket } = prototype;
  prototype.handlePacket = function (offset, code, length, bytes) {
    if (code === DATA_ROW) return new DataRow(length, bytes, offset);
    return handlePacket.call(this, offset, code, length, bytes);
  };
}

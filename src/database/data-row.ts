/// <reference path="./pg-parser.d.ts" />
import { Parser } from 'pg-protocol/dist/parser.js';

/** How text is decoded: as UTF-8, or cheaply as one character per byte. */
export type Encoding = 'utf8' | 'latin1';

/** The first byte of the message. */
const DATA_ROW = 68;
/** Length of a null value. */
const NULL = -1;

/** A raw row. Read it before the next one arrives, which may overwrite its buffer. */
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

  /** For the driver's own queries. */
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

/** Makes the driver deliver rows undecoded from now on. */
export function leaveRowsRaw(): void {
  const { prototype } = Parser;
  const { handlePacket } = prototype;
  prototype.handlePacket = function (offset, code, length, bytes) {
    if (code === DATA_ROW) return new DataRow(length, bytes, offset);
    return handlePacket.call(this, offset, code, length, bytes);
  };
}

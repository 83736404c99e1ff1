/// <reference path="./pg-parser.d.ts" />
import { Parser } from 'pg-protocol/dist/parser.js';
import { hasOwnBuffer, LARGE_MESSAGE_BYTES } from './large-messages.ts';

/**
 * How text is decoded: as UTF-8, or, if only its bytes are passed on, cheaply as one character per
 * byte and not at all if it is large.
 */
export type Encoding = 'utf8' | 'bytes';

/** A column's text; its bytes if it is large. */
export type Field = string | Buffer | null;

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
  get fields(): Field[] {
    return this.read('utf8');
  }

  read(encoding: Encoding): Field[] {
    const bytes = this.#bytes;
    const fields = new Array<Field>(bytes.readInt16BE(this.#offset));
    let at = this.#offset + 2;
    for (let nth = 0; nth < fields.length; nth += 1) {
      const length = bytes.readInt32BE(at);
      at += 4;
      if (length === NULL) {
        fields[nth] = null;
        continue;
      }
      const end = at + length;
      if (encoding === 'utf8') fields[nth] = bytes.toString('utf8', at, end);
      else if (length < LARGE_MESSAGE_BYTES) fields[nth] = bytes.toString('latin1', at, end);
      else fields[nth] = this.#kept(bytes.subarray(at, end));
      at = end;
    }
    return fields;
  }

  #kept(field: Buffer): Buffer {
    return hasOwnBuffer(this.#offset, this.length, this.#bytes) ? field : Buffer.from(field);
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

/// <reference path="./pg-parser.d.ts" />
import { Parser } from 'pg-protocol/dist/parser.js';

/** Messages of at least this many bytes get a buffer of their own, which nothing overwrites. */
export const LARGE_MESSAGE_BYTES = 128 * 1024;
/** A message's code and length. */
const HEADER_BYTES = 5;
const CODE_BYTES = 1;

interface Arriving {
  readonly bytes: Buffer;
  filled: number;
}

const arriving = new WeakMap<Parser, Arriving>();
const nothing = Buffer.alloc(0);

/**
 * Makes the driver allocate a large message once, at its size: as bytes arrive, it would double a
 * buffer, four times the message's bytes in total. It no longer keeps any of the chunks that it is
 * given.
 */
export function allocateLargeMessagesOnce(): void {
  const { prototype } = Parser;
  const { parse } = prototype;
  prototype.parse = function (chunk, callback) {
    const rest = arriving.has(this) ? fill(this, chunk, callback) : chunk;
    if (rest.length === 0) return;
    parse.call(this, rest, callback);
    if (this.bufferLength > 0) keepBeginning(this, chunk);
  };
}

/** Whether a message, whose content begins at the offset, has the buffer for itself. */
export function hasOwnBuffer(offset: number, length: number, bytes: Buffer): boolean {
  return offset === HEADER_BYTES && bytes.length === CODE_BYTES + length;
}

/** Adds bytes to the message that is arriving; returns those of the next one. */
function fill(parser: Parser, chunk: Buffer, callback: (message: object) => void): Buffer {
  const message = arriving.get(parser) as Arriving;
  const { bytes } = message;
  const copied = chunk.copy(bytes, message.filled);
  message.filled += copied;
  if (message.filled === bytes.length) {
    arriving.delete(parser);
    const [code = 0] = bytes;
    callback(parser.handlePacket(HEADER_BYTES, code, bytes.readUInt32BE(CODE_BYTES), bytes));
  }
  return chunk.subarray(copied);
}

/**
 * Keeps the beginning of a message: a large one's in a buffer of the message's size, and another
 * one's outside of the chunk, which is overwritten by the next one.
 */
function keepBeginning(parser: Parser, chunk: Buffer): void {
  const { buffer, bufferOffset: from, bufferLength: length } = parser;
  const isKnown = length >= HEADER_BYTES;
  const total = isKnown ? CODE_BYTES + buffer.readUInt32BE(from + CODE_BYTES) : 0;
  if (total >= LARGE_MESSAGE_BYTES) {
    const bytes = Buffer.allocUnsafe(total);
    buffer.copy(bytes, 0, from, from + length);
    arriving.set(parser, { bytes, filled: length });
    parser.buffer = nothing;
    parser.bufferLength = 0;
  } else if (buffer.buffer === chunk.buffer) {
    parser.buffer = Buffer.from(buffer.subarray(from, from + length));
  } else {
    return;
  }
  parser.bufferOffset = 0;
}
